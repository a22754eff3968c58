import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** As much as is quick; V8 would take four times that for a program which makes and forgets so many objects. */
const ENOUGH = 32 * 1000 * 1000;

let isSet = false;

/** Ends the growth of the heap for new objects once it is large enough: memory is to stay flat, whatever is read. */
export function keepYoungHeapSmall(): void {
  if (isSet) return;
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  if (young === undefined || young.space_size < ENOUGH) return;
  isSet = true;
  // V8 looks at this one each time it would grow, so that it may be set while a program runs
  setFlagsFromString("--semi-space-growth-factor=1");
}
