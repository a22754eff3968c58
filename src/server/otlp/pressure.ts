import type { Readable } from "node:stream";
import { ExportProblem } from "./export-problem.ts";

/** Bytes of one export, as it is and inflated. */
export const LARGEST_BODY = 64 * 1024 * 1024;
const LARGEST_GZIP = 16 * 1024 * 1024;

/** What may wait to be stored at a time, over all requests. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_REQUESTS = 256;

/** Bounds what is in memory: who comes when it is full is asked to come again. */
export interface Pressure {
  /** Reads a body and works on it; both count until the work is done. */
  during<T>(request: BodyRequest, work: (body: Buffer) => Promise<T>): Promise<T>;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
}

interface BodyRequest {
  readonly stream: Readable;
  readonly isGzip: boolean;
  /** As the sender says. */
  readonly length?: number | undefined;
}

export function pressure({ bytes: most = MOST_BYTES, requests = MOST_REQUESTS } = {}): Pressure {
  let bytes = 0;
  let inFlight = 0;
  const waiting: (() => void)[] = [];

  async function readBody(
    { stream, isGzip, length = 0 }: BodyRequest,
    onBytes: (count: number) => void,
  ): Promise<Buffer> {
    const largest = isGzip ? LARGEST_GZIP : LARGEST_BODY;
    const tooLarge = () => new ExportProblem(413, `The body has more than ${largest} bytes.`);
    if (length > largest) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largest) throw tooLarge();
      onBytes(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  }

  return {
    async during(request, work) {
      let own = 0;
      if (inFlight >= requests || bytes + (request.length ?? 0) > most) throw full();
      inFlight += 1;
      try {
        const body = await readBody(request, (count) => {
          own += count;
          bytes += count;
          if (bytes > most) throw full();
        });
        return await work(body);
      } finally {
        bytes -= own;
        inFlight -= 1;
        if (inFlight === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    idle() {
      if (inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

function full(): ExportProblem {
  return new ExportProblem(503, "Too much is waiting to be stored.");
}
