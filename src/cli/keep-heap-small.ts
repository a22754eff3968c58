import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { clearInterval, setInterval } from "../core/async/own-timers.ts";
import { beforeLargeFile } from "../files/before-large-file.ts";

const NOTICEABLE = 16 * 2 ** 20;
const ENOUGH = 32 * 2 ** 20;
const LOOK_EVERY_MS = 10;

interface HeapOptions {
  /** By how much what lives may be exceeded by what does not any more, until the old ones are looked at: in percent. */
  readonly growing?: number | undefined;
}

/**
 * Stops the young generation from growing beyond what a run gains from. Node lets it take 128 MB; nearly all objects of a run
 * die at once, so a fraction of that is as fast.
 */
export function keepHeapSmall(
  enough = ENOUGH,
  { growing = 100 }: HeapOptions = {},
): { release(): void } {
  let isLearning = true;
  let isHeld = false;
  /** Not sooner than needed: code that was compiled for other flags is compiled anew, and that is most of what a small run loads. */
  function stopLearning(): void {
    if (!isLearning) return;
    isLearning = false;
    // the first events of a run wait together for their commit, from which V8 would learn to put all later ones among the old
    setFlagsFromString("--no-allocation-site-pretenuring");
    // events that wait for their commit outlive a look at the young ones; left alone, V8 lets three times of what lives pile up
    setFlagsFromString(`--heap-growing-percent=${growing}`);
  }
  // all that is read of it stays, from which V8 would learn that the young need much room
  const forget = beforeLargeFile(() => {
    stopLearning();
    setFlagsFromString("--semi-space-growth-factor=1");
    isHeld = true;
  });
  const timer = setInterval(() => {
    if (isHeld) setFlagsFromString("--semi-space-growth-factor=2");
    isHeld = false;
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
    const size = young?.space_size ?? 0;
    if (size >= NOTICEABLE) stopLearning();
    if (size < enough) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    release() {
      forget();
      clearInterval(timer);
    },
  };
}
