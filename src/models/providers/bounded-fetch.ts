/** More than any answer has. A server that never stops sending would fill the memory long before its time is over. */
const MOST_BYTES = 16 * 2 ** 20;

/** `fetch` whose bodies end with an error when they are longer than an answer can be. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await globalThis.fetch(input, init);
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(atMost(MOST_BYTES)), {
    status,
    statusText,
    headers,
  });
};

/** Whoever reads gets the error, and the connection is closed. */
function atMost(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= most) controller.enqueue(chunk);
      else controller.error(new Error(`The answer is longer than ${most / 2 ** 20} MB.`));
    },
  });
}
