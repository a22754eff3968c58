/** How soon an open stream notices that its reader may read no more. */
const LOOKS_EVERY = 5_000;

/** The same answer, which ends when its reader has been signed out, or lost the role for it. */
export function cutWhenEnded(answer: Response, isStillIn: () => Promise<boolean>): Response {
  if (answer.body === null) return answer;
  const reader = answer.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        isStillIn()
          // a database that is away for a moment is no reason
          .catch(() => true)
          .then((isIn) => {
            if (isIn) return;
            clearInterval(timer);
            controller.close();
            return reader.cancel();
          })
          .catch(() => {});
      }, LOOKS_EVERY);
      timer.unref();
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) clearInterval(timer);
      try {
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        // it was closed meanwhile
      }
    },
    async cancel(reason) {
      clearInterval(timer);
      await reader.cancel(reason);
    },
  });
  return new Response(stream, answer);
}
