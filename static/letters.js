// A choice is made by the letters it begins with ("4", "s", "10") where its group has the focus.
// Without this file the arrow keys do.
(() => {
  "use strict";
  let typed = "";
  let typedAt = { name: "", timeStamp: 0 };
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (at.type !== "radio" || !/^[\w*−-]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const goesOn = typedAt.name === at.name && event.timeStamp - typedAt.timeStamp < 800;
    typed = (goesOn ? typed : "") + event.key.toLowerCase();
    typedAt = { name: at.name, timeStamp: event.timeStamp };
    const group = [...(at.form || document).querySelectorAll(`[name="${at.name}"]:enabled`)];
    const wanted = group.find((one) => one.value.toLowerCase() === typed) || group.find((one) => one.value.toLowerCase().startsWith(typed));
    if (!wanted) return;
    event.preventDefault();
    wanted.focus();
    wanted.click();
  });
})();
