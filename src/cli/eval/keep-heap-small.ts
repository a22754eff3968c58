import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { clearInterval, setInterval } from "../../core/async/own-timers.ts";

const ENOUGH = 32 * 2 ** 20;
const LOOK_EVERY_MS = 10;

/**
 * Stops the young generation from growing beyond what a run gains from. Node lets it take 128 MB; nearly all objects of a run
 * die at once, so a fraction of that is as fast.
 */
export function keepHeapSmall(): { release(): void } {
  // the first events of a run wait together for their commit, from which V8 would learn to put all later ones among the old
  setFlagsFromString("--no-allocation-site-pretenuring");
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
    if ((young?.space_size ?? 0) < ENOUGH) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
  return { release: () => clearInterval(timer) };
}
