// A question of the settings is asked while the answers to others make it matter. Without this file all are.
// A preset is no longer what is played once a rule differs from it, and a seat goes by the name that is typed for it; nobody’s phone is one that stays empty.
(() => {
  "use strict";
  document.addEventListener("input", (event) => {
    const { name, value, form } = event.target;
    const own = name?.startsWith("seat") && document.querySelector(`[name=own][value="${name.slice(4)}"] + .t`);
    if (!own) return;
    own.dataset.seat ||= own.textContent;
    own.textContent = value.trim() || own.dataset.seat;
    for (const seat of form.querySelectorAll("[name^=seat]")) {
      const mine = form.querySelector(`[name=own][value="${seat.name.slice(4)}"]`);
      const isNobodys = seat.labels[0].querySelector("span") && !seat.value.trim();
      mine.parentElement.hidden = isNobodys && !mine.checked;
    }
  });
  // What a browser refuses may lie in a drawer that is shut: its message needs to be seen.
  document.addEventListener("invalid", (event) => {
    for (let drawer = event.target.closest("details"); drawer; drawer = drawer.parentElement.closest("details")) drawer.open = true;
  }, true);
  document.addEventListener("change", (event) => {
    if (event.target.closest(".rules")) document.querySelector("#presets + nav [aria-current]")?.removeAttribute("aria-current");
    for (const question of event.target.closest("form")?.querySelectorAll("[data-if]") || []) {
      const holds = (condition) => {
        const [name, values] = condition.split("=");
        const chosen = question.form.querySelector(`[name="${name}"]:checked`);
        return !chosen || values.split(" ").includes(chosen.value);
      };
      question.toggleAttribute("data-unasked", !question.dataset.if.split(";").every(holds));
    }
  });
})();
