import { wilson } from "./pass-rate.ts";

/** A share with how it was counted; undefined where there was nothing to count. */
export interface Rate {
  readonly value: number | undefined;
  readonly of: number;
  readonly interval: readonly [number, number] | undefined;
}

export function rateOf(count: number, of: number): Rate {
  return { value: of === 0 ? undefined : count / of, of, interval: wilson(count, of) };
}
