import { boundedOutput, turnScope } from "../recording/turn-scope.ts";
import { captureWrites } from "./capture-writes.ts";

/** Runs `work` and keeps what it prints while output is captured; see `takeOverOutput`. */
export async function captureOutput<T>(
  work: () => T | Promise<T>,
  onFailure?: (output: string | undefined) => void,
): Promise<{ readonly result: T; readonly output: string | undefined }> {
  const output = boundedOutput();
  try {
    const result = await turnScope.run({ output, fail: () => false }, async () => work());
    return { result, output: output.text() };
  } catch (error) {
    onFailure?.(output.text());
    throw error;
  }
}

/** Our own way to the two streams while what agents print goes elsewhere. */
interface OutputTakeover {
  writeOut(text: string): void;
  writeErr(text: string): void;
  /** What was printed outside of any turn so far, bounded; for `--verbose`. */
  strayOutput(): string | undefined;
  restore(): void;
}

/**
 * From here on, `console.*` and writes to the standard streams are kept with the turn they belong to and reach
 * neither stream. Prints that belong to no turn are kept aside. A child process that inherits the streams is not observed.
 */
export function takeOverOutput(): OutputTakeover {
  const { stdout, stderr } = process;
  const writeToOut = stdout.write;
  const writeToErr = stderr.write;
  const stray = boundedOutput();
  const add = (text: string) => (turnScope.getStore()?.output ?? stray).add(text);
  const keep = keeper(add);
  const release = captureWrites(() => add);
  stdout.write = keep;
  stderr.write = keep;
  return {
    writeOut: (text) => void writeToOut.call(stdout, text),
    writeErr: (text) => void writeToErr.call(stderr, text),
    strayOutput: () => stray.text(),
    restore() {
      release();
      stdout.write = writeToOut;
      stderr.write = writeToErr;
    },
  };
}

/** The same ways to be called as a stream's own `write`. */
function keeper(keep: (text: string) => void): typeof process.stdout.write {
  return (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    callback?: (error?: Error | null) => void,
  ): boolean => {
    keep(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    const after = typeof encoding === "function" ? encoding : callback;
    if (after !== undefined) process.nextTick(after);
    return true;
  };
}
