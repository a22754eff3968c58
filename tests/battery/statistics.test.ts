import { expect, test } from "vitest";
import { clusterCoverage, differentAgents, peeking, sameAgents } from "./statistics.ts";

// the battery in full is `npm run statistics`; this is a slice of it
const options = { times: 200, seed: 1, say: () => {} };

test("agents that differ as planned are found in 80 % at least", () => {
  expect(differentAgents(options)).toEqual([]);
});

test("the same agent twice is rarely called better or worse", () => {
  expect(sameAgents({ ...options, kinds: ["verdict", "trials"], sizes: [10, 50] })).toEqual([]);
});

test("whoever looks after every case is rarely fooled", () => {
  expect(peeking(options)).toEqual([]);
});

test("intervals by clusters hold what they say", () => {
  expect(clusterCoverage(options)).toEqual([]);
});
