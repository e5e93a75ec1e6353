// The table's stream is opened at once, and what it says kept, until live.js is there and takes it.
const takeStream = (() => {
  "use strict";
  const address = document.getElementById("status")?.dataset.live;
  if (!address || document.visibilityState === "hidden") return () => null;
  let stream = new EventSource(address);
  let last = null;
  stream.onmessage = (event) => { last = event; };
  stream.onerror = () => { stream.close(); };
  return (wanted) => {
    if (wanted !== address) stream?.close();
    const taken = stream?.readyState === EventSource.CLOSED ? null : stream;
    stream = null;
    return taken && { stream: taken, last };
  };
})();

// What no first paint needs comes after it: the style sheets, where the page brought its own style, htmx, and what works
// with it. Until then links and forms are plain ones.
const htmxCame = new Promise((done) => {
  "use strict";
  let isAsked = false;
  const ask = () => {
    const script = Object.assign(document.createElement("script"), { src: document.body.dataset.later });
    script.onload = () => setTimeout(done); // after htmx has looked at the page
    script.onerror = () => { script.remove(); setTimeout(ask, 3000); };
    document.head.append(script);
  };
  const bring = (link) => new Promise((done) => {
    link.onload = done;
    link.onerror = () => setTimeout(() => {
      const again = link.cloneNode();
      again.removeAttribute("href");
      link.replaceWith(again);
      bring(again).then(done);
    }, 3000);
    link.href = link.dataset.href;
  });
  // The font comes once all its files that the page needs are there: with one alone a line may break that doesn't with both.
  const dress = async () => {
    const links = [...document.querySelectorAll("link[data-href]")];
    const { classList } = document.documentElement;
    if (links.length) classList.add("no-font");
    await Promise.all(links.map(bring));
    if (links.length) await document.fonts.load("1em Archivo", document.body.innerText).catch(() => null);
    classList.remove("no-font");
    document.querySelector("head > style")?.remove(); // until then the page keeps its own
  };
  const painted = () => {
    if (isAsked) return;
    isAsked = true;
    dress();
    ask();
  };
  requestAnimationFrame(() => setTimeout(painted));
  setTimeout(painted, 1000); // a page that nobody looks at is not painted
  // A link that takes along what was typed would leave it behind.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[hx-include]");
    if (!link || window.htmx) return;
    event.preventDefault();
    htmxCame.then(() => link.click());
  });
});
