import { setTimeout } from "../core/async/own-timers.ts";

interface Repeated {
  readonly first: Promise<void>;
  end(): Promise<void>;
}

/** One after the other, until it fails or is ended. */
export function repeatedly(
  work: () => Promise<void>,
  {
    everyMs,
    onFailure,
  }: { readonly everyMs: number; readonly onFailure: (error: unknown) => void },
): Repeated {
  let isOver = false;
  const first = work();
  async function goOn(): Promise<void> {
    await first;
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      if (!isOver) await work();
    }
  }
  const all = goOn().catch(onFailure);
  return {
    first: first.catch(() => {}),
    async end() {
      isOver = true;
      await all;
    },
  };
}
