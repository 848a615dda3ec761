// Keys: first what the panel takes, then the shortcuts that the buttons show.

const FIELDS = new Set(["INPUT", "SELECT", "TEXTAREA"]);

export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.isComposing ||
      event.defaultPrevented
    )
      return;
    const at = event.target;
    const inside = app.place.contains(at) || at === document.body || at.id === "main";
    if (!inside || !app.state.shown) return;
    const told = {
      key: event.key,
      inField: FIELDS.has(at.tagName),
      inArea: at.tagName === "TEXTAREA",
      onButton: ["BUTTON", "A", "SUMMARY"].includes(at.tagName),
    };
    app.screen.flush();
    if (take(app, told, at)) event.preventDefault();
  });
}

// Where a number is written a letter is none of it.
const isFree = (field, key) =>
  ["decimal", "numeric"].includes(field.inputMode) && /^[a-z]$/i.test(key);

function take(app, told, at) {
  if (told.key === "Escape") return app.stepBack();
  // A button that has the focus is pressed by the browser itself; a list moves by its own arrows.
  if (told.key === "Enter" && told.onButton) return false;
  if (at.tagName === "SELECT" && told.key.startsWith("Arrow")) return false;
  if (app.panel?.onKey?.(told)) return true;
  if (told.key.length !== 1 || (told.inField && !isFree(at, told.key))) return false;
  return app.shortcut(told.key.toLowerCase());
}
