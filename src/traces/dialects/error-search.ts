/** Shorter texts are searched as quickly as they are compared. */
const WORTH_COMPARING = 200;
/** Characters of what is searched for that may stand before what is new. */
const OVERLAP = 4;

/** Looks for words of errors in what models were given, where each history begins with the one before it. */
export class ErrorSearch {
  /** The last long text that was searched in vain, without its closing bracket. */
  #clean = "";

  mayHold(value: unknown): boolean {
    if (typeof value !== "string") return typeof value === "object";
    const isLong = value.length >= WORTH_COMPARING;
    const found = mayHoldError(isLong ? this.#newIn(value) : value);
    if (isLong && !found && value.length > this.#clean.length) this.#clean = value.slice(0, -1);
    return found;
  }

  /** Compared as blocks of memory: `startsWith` looks at one character after the other. */
  #newIn(text: string): string {
    const { length } = this.#clean;
    const isKnown = length > 0 && text.slice(0, length) === this.#clean;
    return isKnown ? text.slice(length - OVERLAP) : text;
  }
}

/** Whatever says of a response that it is an error has this in it, unless it is written in escapes. */
function mayHoldError(text: string): boolean {
  return text.includes("rror") || text.includes("\\u");
}
