import type { FileHandle } from "node:fs/promises";
import { FileWindow } from "./file-window.ts";

/** A piece of a file: one case, or another key of the set with its value. The bytes are gone with the next piece. */
export interface Piece {
  readonly kind: "case" | "member";
  readonly bytes: Buffer;
  /** Of the first byte. */
  readonly offset: number;
}

/** Comments and trailing commas between pieces. */
export interface Between {
  readonly what: "comment" | "trailing comma";
  readonly offset: number;
}

export interface PieceListener {
  /** False stops the splitting. */
  onPiece(piece: Piece): boolean;
  /** `eval_cases` begins; where a key is given twice the last one counts. */
  onCases(): void;
  onBetween(between: Between): void;
}

/**
 * Cuts an eval-set file into its cases and other keys without holding it.
 * False when it is not built like an eval set; what exactly is wrong is for those to report who read it whole.
 */
export async function splitEvalSet(file: FileHandle, listener: PieceListener): Promise<boolean> {
  const splitter = new Splitter(file, listener);
  return await splitter.split();
}

class Splitter {
  readonly #window: FileWindow;
  readonly #listener: PieceListener;
  #at = 0;

  constructor(file: FileHandle, listener: PieceListener) {
    this.#window = new FileWindow(file);
    this.#listener = listener;
  }

  async split(): Promise<boolean> {
    await this.#blank();
    if (this.#here() !== "{" || !(await this.#elements("}", () => this.#member()))) return false;
    await this.#blank();
    return this.#here() === "";
  }

  /** What stands between brackets, with commas between; false when it does not. */
  async #elements(close: string, element: () => Promise<boolean>): Promise<boolean> {
    this.#at += 1;
    await this.#blank();
    while (this.#here() !== close) {
      if (!(await element())) return false;
      await this.#blank();
      if (this.#here() === ",") await this.#comma(close);
      else if (this.#here() !== close) return false;
    }
    this.#at += 1;
    return true;
  }

  async #comma(close: string): Promise<void> {
    const offset = this.#at;
    this.#at += 1;
    await this.#blank();
    if (this.#here() === close) this.#listener.onBetween({ what: "trailing comma", offset });
  }

  async #member(): Promise<boolean> {
    const start = this.#at;
    if (this.#here() !== '"') return false;
    this.#window.keepFrom = start;
    this.#at = await this.#window.stringEnd(start);
    const key = this.#window.bytes(start, this.#at).toString();
    await this.#blank();
    if (this.#here() !== ":") return false;
    this.#at += 1;
    await this.#blank();
    if (key === '"eval_cases"' && this.#here() === "[") {
      this.#window.keepFrom = Number.POSITIVE_INFINITY;
      this.#listener.onCases();
      return await this.#elements("]", () => this.#value("case", this.#at));
    }
    return await this.#value("member", start);
  }

  async #value(kind: Piece["kind"], offset: number): Promise<boolean> {
    if (",:]}".includes(this.#here())) return false;
    this.#window.keepFrom = offset;
    this.#at = await this.#window.valueEnd(this.#at);
    this.#window.keepFrom = Number.POSITIVE_INFINITY;
    return this.#listener.onPiece({ kind, bytes: this.#window.bytes(offset, this.#at), offset });
  }

  async #blank(): Promise<void> {
    const from = this.#at;
    this.#at = await this.#window.blank(from);
    if (this.#at - from < 2) return;
    const comment = this.#window.bytes(from, this.#at).toString("latin1").search(/\S/);
    if (comment !== -1) this.#listener.onBetween({ what: "comment", offset: from + comment });
  }

  #here(): string {
    return this.#window.at(this.#at);
  }
}
