import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

type Keep = (text: string) => void;
type Write = (fd: unknown, data: unknown, ...rest: unknown[]) => unknown;

const methods = ["writeSync", "write", "writeFileSync", "appendFileSync"] as const;

/**
 * Loggers write to the numbers of the standard streams and pass by the streams themselves. `keeperNow` says where that
 * belongs at the moment; undefined lets it through. Returns how to end it.
 */
export function captureWrites(keeperNow: () => Keep | undefined): () => void {
  const own = fs as unknown as Record<string, Write>;
  const undoing = methods.map((method) => {
    const before = own[method] as Write;
    const ours: Write = (fd, data, ...rest) => {
      const keep = fd === 1 || fd === 2 ? keeperNow() : undefined;
      if (keep === undefined) return before(fd, data, ...rest);
      const bytes = bytesOf(data, rest);
      keep(bytes.toString());
      return answerOf(method, bytes.length, [data, ...rest]);
    };
    own[method] = ours;
    return () => {
      if (own[method] === ours) own[method] = before;
    };
  });
  syncBuiltinESMExports();
  return () => {
    for (const undo of undoing) undo();
    syncBuiltinESMExports();
  };
}

/** What whoever wrote expects to hear. */
function answerOf(
  method: (typeof methods)[number],
  length: number,
  [data, ...rest]: readonly unknown[],
): number | undefined {
  const callback = method === "write" ? rest.at(-1) : undefined;
  if (typeof callback === "function") process.nextTick(callback as () => void, null, length, data);
  return method === "writeSync" ? length : undefined;
}

/** Of a text, or of the part of a buffer that is named by an offset and a length. */
function bytesOf(data: unknown, [from, length]: readonly unknown[]): Buffer {
  if (!ArrayBuffer.isView(data)) return Buffer.from(String(data));
  const all = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const options = (typeof from === "object" ? from : { offset: from, length }) as {
    readonly offset?: number;
    readonly length?: number;
  } | null;
  const start = Number.isInteger(options?.offset) ? Number(options?.offset) : 0;
  const size = Number.isInteger(options?.length) ? Number(options?.length) : all.length - start;
  return all.subarray(start, start + size);
}
