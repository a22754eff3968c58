import { expect } from "vitest";

/** Every number to 1e-9; null stands for what cannot be known. */
export function near(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, each) =>
    typeof each === "number" ? expect.closeTo(each, 9) : each,
  );
}

/** Ours as vectors have it: what is undefined is null there. */
export function told(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, each) => (each === undefined ? null : each)));
}
