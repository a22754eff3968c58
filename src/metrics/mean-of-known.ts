import { naiveMean } from "../core/mean.ts";

/** The mean of the values that are known; undefined when none is. */
export function meanOfKnown(values: readonly (number | undefined)[]): number | undefined {
  return naiveMean(values.filter((value) => value !== undefined));
}
