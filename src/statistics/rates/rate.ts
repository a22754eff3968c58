import type { Interval } from "../interval.ts";
import { wilson } from "./wilson.ts";

/** A share with how it was counted; null where there was nothing to count. */
export interface Rate {
  readonly value: number | null;
  readonly of: number;
  /** Wilson's, 95 %. Null for fewer than two. */
  readonly interval: Interval | null;
}

export function rateOf(count: number, of: number): Rate {
  return { value: of === 0 ? null : count / of, of, interval: wilson(count, of) };
}
