import { TransformStream } from "node:stream/web";
import { ownFetch } from "../../core/async/own-fetch.ts";

/** More than any answer has. A server that never stops sending would fill the memory long before its time is over. */
const MOST_BYTES = 16 * 2 ** 20;

/** `fetch` whose bodies end with an error when they are longer than an answer can be. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await ownFetch()(input, init);
  if (response.body === null) return response;
  // whatever an agent calls Response by now
  const Response = response.constructor as typeof globalThis.Response;
  const { status, statusText, headers } = response;
  const bounded = new TransformStream({ transform: atMost(MOST_BYTES) });
  // Node's own and the browsers' types of it are not the same
  const body = response.body.pipeThrough(bounded as unknown as Through);
  return new Response(body, {
    status,
    statusText,
    headers,
  });
};

type Through = typeof globalThis.TransformStream.prototype;

type Bytes = Uint8Array<ArrayBuffer>;

/** Whoever reads gets the error, and the connection is closed. */
function atMost(most: number) {
  let bytes = 0;
  return (chunk: Bytes, controller: TransformStreamDefaultController<Bytes>): void => {
    bytes += chunk.byteLength;
    if (bytes <= most) controller.enqueue(chunk);
    else controller.error(new Error(`The answer is longer than ${most / 2 ** 20} MB.`));
  };
}
