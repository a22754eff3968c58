import { expect, onTestFinished, test } from "vitest";
import { dryScoreThread } from "../../../src/project/dry-score/dry-score-thread.ts";
import { aRunStart } from "../../../src/testing/builders.ts";

const { about } = aRunStart();
const nothing = { about, evalSetId: "none", recorded: [], versions: [], version: "0.0.0" };

function threadWith(deadline: number) {
  const thread = dryScoreThread(deadline);
  onTestFinished(() => thread.close());
  return thread;
}

test("a thread that is slow to start is no expression that never ends", async () => {
  const began = performance.now();
  const found = await threadWith(60_000).score(nothing);
  expect(found).toEqual({ metrics: [], leftOut: [], scores: [] });
  // far less than a start, and far more than there is to score
  const half = (performance.now() - began) / 2;
  expect(await threadWith(half).score(nothing)).toEqual(found);
});
