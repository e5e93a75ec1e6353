// The sheet, printed by the browser itself.
document.querySelector(".printing button").addEventListener("click", () => print());
