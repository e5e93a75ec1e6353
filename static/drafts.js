// What is half typed outlives the score strip, Back, a reload and an empty battery: this phone keeps
// it and offers it again on the same question, until it is sent or thrown away.
(() => {
  "use strict";
  const SHELF = "draft:";
  const KEPT = 12 * 3600 * 1000; // ms
  const offer = document.getElementById("draft");
  const nameOf = (form) => SHELF + form.getAttribute("action");
  const controls = (form) => [...form.elements].filter((one) => one.name && !/hidden|submit|file|password/.test(one.type) && one.type !== "button");
  const formHere = () => [...document.querySelectorAll("#page form[data-entry='']")].find((form) => form.elements.key && controls(form).length);
  const isChosen = (one) => /radio|checkbox/.test(one.type);
  const valueOf = (one) => (isChosen(one) ? one.checked : one.value);
  const drawn = (one) => {
    if (isChosen(one)) return one.defaultChecked;
    if (one.options) return ([...one.options].find((each) => each.defaultSelected) || one.options[0])?.value;
    return one.defaultValue;
  };
  const read = (name) => {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
  };
  const forget = (name) => {
    try { localStorage.removeItem(name); } catch { /* nothing was kept */ }
  };
  const typedIn = (form) => controls(form).filter((one) => valueOf(one) !== drawn(one) && (one.type !== "radio" || one.checked));
  const keep = (form) => {
    const told = typedIn(form);
    if (!told.length) return forget(nameOf(form));
    const typed = told.map((one) => [one.name, isChosen(one) ? one.value : "", valueOf(one)]);
    try { localStorage.setItem(nameOf(form), JSON.stringify({ at: Date.now(), typed })); } catch { /* no room */ }
  };

  const show = () => {
    if (!offer) return;
    const form = formHere();
    const kept = form && !form.contains(document.querySelector("#page [role=alert]")) && read(nameOf(form));
    const isOld = kept && Date.now() - kept.at > KEPT;
    if (isOld) forget(nameOf(form));
    offer.hidden = !kept || isOld || form.dataset.drafted === "yes";
    if (!offer.hidden) form.before(offer);
    else if (offer.closest("#page")) document.body.append(offer);
  };
  const takeUp = (form) => {
    form.dataset.drafted = "yes";
    for (const [name, value, told] of read(nameOf(form))?.typed || []) {
      const one = controls(form).find((each) => each.name === name && (!isChosen(each) || each.value === value));
      if (!one) continue;
      if (isChosen(one)) one.checked = told;
      else one.value = told;
      for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  };

  let timer = 0;
  let typing = null; // the form that was last typed in
  document.addEventListener("input", (event) => {
    const form = event.target.closest("#page form[data-entry='']");
    if (!form || !form.elements.key) return;
    if (form.dataset.drafted !== "yes") { form.dataset.drafted = "yes"; show(); }
    clearTimeout(timer);
    timer = setTimeout(keep, 200, form);
    typing = form;
  });
  document.addEventListener("submit", (event) => {
    clearTimeout(timer); // from here on outbox.js keeps it
    typing = null;
    if (event.target.matches("form[data-entry]")) forget(nameOf(event.target));
  }, true);
  addEventListener("pagehide", () => {
    const form = formHere();
    if (form?.dataset.drafted === "yes") keep(form);
  });
  offer?.addEventListener("click", (event) => {
    const wish = event.target.closest("[data-do]")?.dataset.do;
    const form = formHere();
    if (!wish || !form) return;
    if (wish === "take-up") takeUp(form);
    else forget(nameOf(form));
    show();
  });
  document.addEventListener("htmx:before:swap", () => {
    if (typing) keep(typing); // who goes on at once may come back before the timer
    typing = null;
    if (offer?.closest("#page")) document.body.append(offer); // or it goes with the page
  });
  document.addEventListener("htmx:after:swap", show);
  const early = formHere(); // typed in before this file came
  if (early && typedIn(early).length && !read(nameOf(early))) {
    early.dataset.drafted = "yes";
    keep(early);
  }
  show();
})();
