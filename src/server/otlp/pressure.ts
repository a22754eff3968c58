import { ExportProblem } from "./export-problem.ts";
import { LARGEST_BODY, LARGEST_GZIP, MOST_BYTES, MOST_REQUESTS } from "./limits.ts";

/** Bounds what is in memory: who comes when it is full is asked to come again. */
export interface Pressure {
  /** Reads a body and works on it; both count until the work is done. */
  during<T>(request: BodyRequest, work: (body: Buffer, hold: Hold) => Promise<T>): Promise<T>;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
}

/** Counts bytes that a body grew by, until the work on it is done. */
export type Hold = (bytes: number) => void;

interface BodyRequest {
  readonly stream: AsyncIterable<Buffer>;
  readonly isGzip: boolean;
  /** As the sender says. */
  readonly length?: number | undefined;
}

export function pressure({ bytes: most = MOST_BYTES, requests = MOST_REQUESTS } = {}): Pressure {
  let bytes = 0;
  let inFlight = 0;
  const waiting: (() => void)[] = [];

  async function readBody({ stream, isGzip }: BodyRequest, hold: Hold): Promise<Buffer> {
    const largest = largestOf(isGzip);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > largest) throw tooLarge(largest);
      hold(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  }

  return {
    async during(request, work) {
      let own = 0;
      function hold(count: number): void {
        own += count;
        bytes += count;
        if (bytes > most) throw full();
      }
      const { length = 0, isGzip } = request;
      if (length > largestOf(isGzip)) throw tooLarge(largestOf(isGzip));
      if (inFlight >= requests || bytes + length > most) throw full();
      inFlight += 1;
      try {
        return await work(await readBody(request, hold), hold);
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

function largestOf(isGzip: boolean): number {
  return isGzip ? LARGEST_GZIP : LARGEST_BODY;
}

function tooLarge(largest: number): ExportProblem {
  return new ExportProblem(413, `The body has more than ${largest} bytes.`);
}

function full(): ExportProblem {
  return new ExportProblem(503, "Too much is waiting to be stored.");
}
