// The record: arrow keys go from move to move, and a button prints. Without this file the links and the browser's menu do.
"use strict";
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
for (const button of document.querySelectorAll("[data-paper]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
