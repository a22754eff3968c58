/** Prints that one case may keep; an agent in a print loop must not fill our memory. */
const OUTPUT_LIMIT = 64 * 1024;

export interface BoundedOutput {
  add(text: string): void;
  /** What was printed, and forgets it. */
  drain(): string | undefined;
  /** Undefined when nothing was printed. */
  text(): string | undefined;
}

export function boundedOutput(limit = OUTPUT_LIMIT): BoundedOutput {
  return new Output(limit);
}

/** A class, since there is one for every turn: methods are shared, and nearly all turns print nothing. */
class Output implements BoundedOutput {
  readonly #limit: number;
  #kept = "";
  #left = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(text: string): void {
    const room = Math.max(0, this.#limit - this.#kept.length);
    this.#kept += text.length <= room ? text : text.slice(0, room);
    this.#left += Math.max(0, text.length - room);
  }

  drain(): string | undefined {
    const text = this.text();
    this.#kept = "";
    this.#left = 0;
    return text;
  }

  text(): string | undefined {
    if (this.#kept === "") return undefined;
    if (this.#left === 0) return this.#kept;
    return `${this.#kept}\n… ${this.#left} more characters were printed and left out.\n`;
  }
}
