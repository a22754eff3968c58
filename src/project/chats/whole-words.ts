import { shownMask } from "../run/secrets/run-secrets.ts";

/** What keys are made of. */
const inAKey = /[\w+/=.~%-]+$/;
/** Longer words are said as they come: no key is that long. */
const LONGEST = 4096;

/**
 * Hands on a text that comes in pieces, masked. A word that may go on is held back: half of a key would not be known as one.
 */
export function wholeWords(say: (text: string) => void): (piece: string) => void {
  let whole = "";
  let said = 0;
  return (piece) => {
    whole += piece;
    const tail = inAKey.exec(whole.slice(-LONGEST))?.[0].length ?? 0;
    const ready = whole.slice(0, whole.length - (tail < LONGEST ? tail : 0));
    const masked = shownMask().text(ready);
    if (masked.length <= said) return;
    say(masked.slice(said));
    said = masked.length;
  };
}
