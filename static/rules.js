// A question of the settings is asked while the answers to others make it matter. Without this file all are.
(() => {
  "use strict";
  document.addEventListener("change", (event) => {
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
