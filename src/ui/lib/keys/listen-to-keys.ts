import { findShortcut, type KeyBoard } from "./key-board.ts";
import { areKeysOn } from "./key-preference.ts";

/** The second key of two comes within so long. */
const SEQUENCE_MS = 1_200;

/** Runs what the keys of a board mean, until it is called off. */
export function listenToKeys(board: KeyBoard): () => void {
  let begun = "";
  let forget: ReturnType<typeof setTimeout> | undefined;

  /** What is meant now, and whether a second key is waited for. */
  function follow(key: string) {
    const pressed = begun === "" ? key : `${begun} ${key}`;
    const found = findShortcut(board.groups(), pressed);
    clearTimeout(forget);
    begun = "";
    if (found !== "begun") return found;
    begun = pressed;
    forget = setTimeout(() => {
      begun = "";
    }, SEQUENCE_MS);
    return undefined;
  }
  function press(event: KeyboardEvent): void {
    if (!areKeysOn() || isElsewhere(event)) return;
    const found = follow(event.key);
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  }
  document.addEventListener("keydown", press);
  return () => {
    clearTimeout(forget);
    document.removeEventListener("keydown", press);
  };
}

const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";
const pressable = "a[href], button, summary, input, [role=button], [role=tab], [role=menuitem]";

/** What is typed, what the browser means by it, what belongs to a dialog, and Enter or the space bar on a thing that they press. */
function isElsewhere(event: KeyboardEvent): boolean {
  const { target, key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing || key === "Shift")
    return true;
  if (document.querySelector("dialog:modal") !== null) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(fields) !== null) return true;
  return (key === "Enter" || key === " ") && target.closest(pressable) !== null;
}
