// Copy buttons. Without scripts the text beside them can be selected.
for (const button of document.querySelectorAll("button[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copies).textContent;
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  });
}
