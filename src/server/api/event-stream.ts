/** An answer of server-sent events, for as long as somebody reads it. `work` is told when nobody does any more. */
export function eventStream(
  signal: AbortSignal,
  work: (send: (text: string) => void, open: AbortSignal) => Promise<void>,
): Response {
  const left = new AbortController();
  const open = AbortSignal.any([signal, left.signal]);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        await work((text) => controller.enqueue(encoder.encode(text)), open);
      } catch {
        // the reader is gone, or the server ends
      }
      try {
        controller.close();
      } catch {
        // the reader has closed it
      }
    },
    cancel: () => left.abort(),
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}
