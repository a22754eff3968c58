import { ContentBuilder, type TraceContent } from "./trace-content.ts";

/**
 * Reads exports that stand one after the other, each behind its length in four bytes, as the OpenTelemetry Collector writes
 * files of protobuf. Undefined where the first is none; one behind it that cannot be read costs itself.
 */
export function readFramedExports(
  bytes: Buffer,
  readExport: (bytes: Buffer) => TraceContent | undefined,
): TraceContent | undefined {
  const into = new ContentBuilder();
  let number = 0;
  for (const frame of framesIn(bytes)) {
    number += 1;
    const read = frame && readExport(frame);
    if (read !== undefined) addAll(read, into);
    else if (number === 1) return undefined;
    else into.problems.push({ message: lostExport(number, frame) });
  }
  return number === 0 ? undefined : into;
}

const LENGTH = 4;

/** What stands behind each length; undefined where less does. */
function* framesIn(bytes: Buffer): Generator<Buffer | undefined> {
  for (let at = 0; at < bytes.length; ) {
    const from = at + LENGTH;
    const to = from <= bytes.length ? from + bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    yield to <= bytes.length ? bytes.subarray(from, to) : undefined;
    at = to;
  }
}

function lostExport(number: number, frame: Buffer | undefined): string {
  return `Export ${number} ${frame === undefined ? "is cut off" : "cannot be read"}.`;
}

function addAll({ spans, logs, problems, warnings }: TraceContent, into: ContentBuilder): void {
  for (const span of spans) into.spans.push(span);
  for (const log of logs) into.logs.push(log);
  into.problems.push(...problems);
  into.warnings.push(...warnings);
}
