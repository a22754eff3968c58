/** How long a run that nobody waits for any more may keep the next one waiting. */
const PATIENCE_MS = 5_000;

const queues = new WeakMap<object, Promise<void>>();

/** Waits until nobody else uses `shared`. Call what it gives when you are done, with the work that may still go on. */
export async function takeTurns(shared: object): Promise<(rest: Promise<unknown>) => void> {
  const before = queues.get(shared);
  const { promise, resolve } = Promise.withResolvers<void>();
  queues.set(shared, promise);
  await before;
  return (rest) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    timer.unref();
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    rest.then(end, end);
  };
}
