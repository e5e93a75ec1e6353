// What is too long for the wall stands on several pages, which turn by themselves: nobody scrolls a television.
// Without this file it is one long page.
(() => {
  "use strict";
  const EACH = 15000; // ms for which a page is shown
  const wide = matchMedia("(min-width: 62.5em)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const box = () => document.querySelector(".tv-pages");
  const mark = () => document.querySelector(".tv-which");
  let at = 0;
  let isHeld = false;

  const step = () => {
    const style = getComputedStyle(box());
    return box().getBoundingClientRect().width - 2 * parseFloat(style.paddingLeft) + (parseFloat(style.columnGap) || 0); // without a style yet: no gap
  };
  const count = () => (wide.matches ? Math.max(1, Math.round(box().scrollWidth / step())) : 1);
  const show = () => {
    const n = count();
    at %= n;
    box().scrollTo({ left: at * step(), behavior: still.matches ? "instant" : "smooth" });
    const said = n > 1 ? `${at + 1} / ${n}` : "";
    const number = mark().querySelector("b");
    if (number.textContent !== said) number.textContent = said;
    mark().hidden = n === 1;
    mark().setAttribute("aria-pressed", String(!isHeld));
  };
  const turn = () => {
    at += 1;
    show();
  };

  let timer = setInterval(turn, EACH);
  const lay = () => {
    document.documentElement.classList.toggle("turns", wide.matches);
    show();
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".tv-which")) return;
    isHeld = !isHeld;
    clearInterval(timer);
    if (!isHeld) timer = setInterval(turn, EACH);
    if (isHeld) show();
    else turn();
  });
  new MutationObserver(() => { if (box()) show(); }).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", lay);
  addEventListener("load", lay);
  document.fonts.ready.then(lay);
  lay();
})();
