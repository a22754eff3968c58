import type { FileHandle } from "node:fs/promises";
import { skipBlank, skipString, skipValue } from "../../core/json/json-skip.ts";

/** Small enough for the texts made of it to be short-lived garbage. */
const chunkSize = 1 << 16;

/**
 * The part of a long JSON file that is being looked at. It is scanned as Latin-1, one character a byte, so that offsets are
 * those of the file and only the pieces that matter are decoded. All offsets are absolute.
 */
export class FileWindow {
  readonly #file: FileHandle;
  /** Used again and again. */
  #room: Buffer = Buffer.alloc(0);
  #bytes: Buffer = Buffer.alloc(0);
  #text = "";
  #start = 0;
  #atEnd = false;
  /** What stands from here on is kept when the window moves on. */
  keepFrom = Number.POSITIVE_INFINITY;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** One character, or an empty text at the end of the file. */
  at(offset: number): string {
    return this.#text[offset - this.#start] ?? "";
  }

  bytes(from: number, to: number): Buffer {
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }

  /** The offset of the next thing that is neither blank nor comment. */
  async blank(from: number): Promise<number> {
    return await this.#scan(from, skipBlank);
  }

  async stringEnd(from: number): Promise<number> {
    return await this.#scan(from, skipString);
  }

  async valueEnd(from: number): Promise<number> {
    return await this.#scan(from, skipValue);
  }

  /** What reaches the end of the window may go on in the file, so it is looked at again with more of it. */
  async #scan(from: number, skip: (text: string, at: number) => number): Promise<number> {
    for (;;) {
      const end = skip(this.#text, from - this.#start);
      if (end < this.#text.length || this.#atEnd) return end + this.#start;
      await this.#grow(Math.min(from, this.keepFrom));
    }
  }

  /** Reads on, forgetting what stands before `from`. A value that does not fit doubles the window. */
  async #grow(from: number): Promise<void> {
    const kept = this.#bytes.subarray(from - this.#start);
    const needed = kept.length + Math.max(chunkSize, kept.length);
    if (this.#room.length < needed)
      this.#room = Buffer.allocUnsafe(Math.max(needed, 4 * chunkSize));
    this.#room.set(kept, 0);
    const { bytesRead } = await this.#file.read(
      this.#room,
      kept.length,
      needed - kept.length,
      from + kept.length,
    );
    this.#atEnd = bytesRead === 0;
    this.#bytes = this.#room.subarray(0, kept.length + bytesRead);
    this.#text = this.#bytes.toString("latin1");
    this.#start = from;
  }
}
