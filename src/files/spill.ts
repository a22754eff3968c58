import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Taken here: what an agent replaces later must not write or read for us. */
const { closeSync, mkdtempSync, openSync, readSync, rmSync, unlinkSync, writeSync } = fs;

/** Bytes that are written once and read again, in memory while they are few and in a temporary file when they are many. */
export interface Spill {
  /** Where it stands from now on. The bytes are the spill's then: whoever gave them has them no more. */
  add(bytes: Uint8Array<ArrayBuffer>): number;
  /** Reads what stands together: one after the other is quick. */
  reader(): SpillReader;
  close(): void;
}

interface SpillReader {
  text(at: number, length: number): string;
}

/** So much stays in memory. */
const IN_MEMORY = 16 * 1024 * 1024;
/** Read at once. */
const BLOCK = 256 * 1024;

export function openSpill(inMemory: number = IN_MEMORY): Spill {
  let kept: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let file: TemporaryFile | undefined;

  function readInto(block: Buffer, at: number, length: number): void {
    if (file !== undefined) {
      readFully(file.descriptor, block, at, length);
      return;
    }
    // a reader comes when all is written
    const [all = new Uint8Array()] = kept.length === 1 ? kept : [Buffer.concat(kept)];
    kept = [all];
    block.set(all.subarray(at, at + length));
  }

  return {
    add(bytes) {
      const at = size;
      size += bytes.length;
      if (file === undefined) {
        kept.push(bytes);
        if (size <= inMemory) return at;
        file = temporaryFile();
        for (const each of kept) moveTo(file.descriptor, each);
        kept = [];
      } else moveTo(file.descriptor, bytes);
      return at;
    },
    reader() {
      let block = Buffer.alloc(0);
      let from = 0;
      return {
        text(at, length) {
          if (at < from || at + length > from + block.length) {
            const longest = Math.max(Math.min(BLOCK, size - at), length);
            if (block.length !== longest) block = Buffer.alloc(longest);
            readInto(block, at, longest);
            from = at;
          }
          return block.toString("utf8", at - from, at - from + length);
        },
      };
    },
    close() {
      kept = [];
      file?.close();
      file = undefined;
    },
  };
}

interface TemporaryFile {
  readonly descriptor: number;
  close(): void;
}

/** Without a name where the system allows that, so that nothing is left of it however the process ends. */
function temporaryFile(): TemporaryFile {
  const folder = mkdtempSync(join(tmpdir(), "assay-"));
  const path = join(folder, "spill");
  const descriptor = openSync(path, "wx+", 0o600);
  try {
    unlinkSync(path);
    rmSync(folder, { recursive: true });
  } catch {
    // it is removed when it is closed
  }
  return {
    descriptor,
    close() {
      closeSync(descriptor);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function moveTo(descriptor: number, bytes: Uint8Array<ArrayBuffer>): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
  // freed at once: a process that mostly waits may not collect its garbage for long
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

function readFully(descriptor: number, into: Buffer, at: number, length: number): void {
  for (let done = 0; done < length; ) {
    const read = readSync(descriptor, into, done, length - done, at + done);
    if (read === 0) throw new Error("a temporary file is shorter than what was written to it");
    done += read;
  }
}
