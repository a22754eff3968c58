import { ExportProblem } from "./export-problem.ts";
import { LARGEST_BODY, LARGEST_GZIP } from "./limits.ts";

/** The one message of a call. */
export interface FramedMessage {
  readonly bytes: AsyncIterable<Buffer>;
  /** Known when the bytes have been read. */
  readonly isGzip: boolean;
}

const PREFIX = 5;

/** Takes the message out of its frame, and looks at what the frame announces before anything of it is kept. */
export function framedMessage(stream: AsyncIterable<Buffer>, encoding: string): FramedMessage {
  let isGzip = false;
  async function* bytes(): AsyncGenerator<Buffer> {
    let head = Buffer.alloc(0);
    let left: number | undefined;
    for await (const chunk of stream) {
      let content: Buffer = chunk;
      if (left === undefined) {
        head = Buffer.concat([head, chunk]);
        if (head.length < PREFIX) continue;
        isGzip = isCompressed(head[0] ?? 0, encoding);
        left = lengthIn(head, isGzip);
        content = head.subarray(PREFIX);
      }
      left -= content.length;
      if (left < 0) throw notOne();
      yield content;
    }
    if (left !== 0) throw notOne();
  }
  return {
    bytes: bytes(),
    get isGzip() {
      return isGzip;
    },
  };
}

function isCompressed(flag: number, encoding: string): boolean {
  if (flag === 0) return false;
  if (flag !== 1) throw new ExportProblem(400, "The frame of the message is of no known form.");
  if (encoding === "gzip") return true;
  if (encoding === "" || encoding === "identity") {
    throw new ExportProblem(400, "The message is compressed, and grpc-encoding does not say how.");
  }
  throw new ExportProblem(404, "Messages may be compressed by gzip only.");
}

function lengthIn(head: Buffer, isGzip: boolean): number {
  const largest = isGzip ? LARGEST_GZIP : LARGEST_BODY;
  const length = head.readUInt32BE(1);
  if (length <= largest) return length;
  throw new ExportProblem(413, `The message has more than ${largest} bytes.`);
}

function notOne(): ExportProblem {
  return new ExportProblem(400, "The call must bring one whole message.");
}
