import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";
import { memoryStore } from "../../stores/memory-store.ts";

const evalSet = {
  evalSetId: "numbers",
  evalCases: Array.from({ length: 40 }, (_, at) => ({
    evalId: `case ${at}`,
    conversation: [{ userContent: `number ${at}`, finalResponse: `number ${at}` }],
  })),
};

/** Knows the first so many, and ends the run at a question where it is told to. */
const knowing = (count: number, stop?: { readonly at: number; readonly by: AbortController }) => ({
  agent: (text: string) => {
    const at = Number(text.slice(7));
    if (at === stop?.at) stop.by.abort();
    return at < count ? text : "no idea";
  },
});

/** Two runs to compare with, and one that was stopped half way and is held against the better one. */
async function halfWay() {
  const store = memoryStore();
  const own = { store, criteria: { response_match_score: 0.8 }, concurrency: 1 };
  const good = await evaluate(knowing(40).agent, evalSet, { ...own, name: "before" });
  const bad = await evaluate(knowing(10).agent, evalSet, own);
  const by = new AbortController();
  const asked = { ...own, gates: "no-worse 0.1", baseline: "before" };
  const stopped = await evaluate(knowing(20, { at: 15, by }).agent, evalSet, {
    ...asked,
    signal: by.signal,
  });
  expect(stopped.status).toBe("incomplete");
  const goOn = (baseline: string) =>
    evaluate(knowing(20).agent, evalSet, { ...asked, baseline, resume: stopped.runId });
  return { store, good, bad, goOn };
}

test("a program that goes on with another baseline gets that one", async () => {
  const { bad, goOn } = await halfWay();
  const { gates, notes } = await goOn(bad.runId);
  expect(gates).toMatchObject([{ outcome: "met" }]);
  expect(notes.join(" ")).toMatch(/The baseline is run \w+\./);
});

test("a name that moved on since leaves the baseline as it was, with a word", async () => {
  const { store, good, bad, goOn } = await halfWay();
  const at = "2026-11-16T10:00:00.000Z";
  await store.append({ type: "run-mark", runId: good.runId, at, name: null });
  await store.append({ type: "run-mark", runId: bad.runId, at, name: "before" });
  const { gates, notes } = await goOn("before");
  expect(gates).toMatchObject([{ outcome: "not-met" }]);
  expect(notes.join(" ")).toContain(
    `The run goes on with the baseline that it was begun with, run ${good.runId}, though before is run`,
  );
});

test("a baseline that is not there leaves the first one, with a word; the same one without", async () => {
  const [one, other] = [await halfWay(), await halfWay()];
  const lost = await one.goOn("nowhere");
  expect(lost.gates).toMatchObject([{ outcome: "not-met" }]);
  expect(lost.notes.join(" ")).toMatch(/begun with, run \S+\. There is no run "nowhere"/);
  expect((await other.goOn("before")).notes).toEqual([]);
});
