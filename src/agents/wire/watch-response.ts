/**
 * The same response, with every piece of its body shown to `onPiece` when its reader takes it. Nothing is read ahead,
 * so a stream comes as fast, stops as early and fails with the same error as without us.
 */
export function watchResponse(response: Response, onPiece: (piece: Uint8Array) => void): Response {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  const watched = new Response(watchedBody(response, onPiece), { status, statusText, headers });
  return likeOriginal(watched, response);
}

/** A response that somebody made cannot be given these any other way. */
function likeOriginal(copy: Response, original: Response): Response {
  const { url, redirected, type } = original;
  const clone = () => likeOriginal(Response.prototype.clone.call(copy), original);
  return Object.defineProperties(copy, {
    url: { value: url, configurable: true },
    redirected: { value: redirected, configurable: true },
    type: { value: type, configurable: true },
    clone: { value: clone, configurable: true, writable: true },
  });
}

function watchedBody(
  response: Response,
  onPiece: (piece: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  // taken late, so that a body nobody reads is given up as it would have been
  const original = () => {
    reader ??= response.body?.getReader();
    return reader;
  };
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      for (;;) {
        const { done = true, value } = (await original()?.read()) ?? {};
        if (done) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        if (value === undefined || value.byteLength === 0) continue;
        onPiece(value);
        // what is read off a network is never shared memory
        controller.enqueue(value as Uint8Array<ArrayBuffer>);
        return;
      }
    },
    async cancel(reason) {
      await original()?.cancel(reason);
    },
  });
}
