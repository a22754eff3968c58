import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryStore } from "../../stores/memory-store.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { evaluate } from "../evaluate.ts";
import { compare } from "./compare.ts";

const evalSet = {
  evalSetId: "capitals",
  evalCases: Array.from({ length: 12 }, (_, at) => ({
    evalId: `case ${at}`,
    conversation: [{ userContent: `question ${at}`, finalResponse: `answer ${at}` }],
  })),
};
const criteria = { response_match_score: 0.8 };

/** Answers the first so many as they are expected. */
const knowing = (count: number) => (text: string) => {
  const at = Number(/\d+/.exec(text)?.[0]);
  return at < count ? `answer ${at}` : "no idea";
};

test("two results are compared by their cases, with what changed", async () => {
  const store = memoryStore();
  const before = await evaluate(knowing(3), evalSet, { store, criteria });
  const after = await evaluate(knowing(11), evalSet, { store, criteria });
  const compared = await compare(before, after);
  expect(compared).toMatchObject({
    verdict: "better",
    a: { runId: before.runId },
    b: { runId: after.runId },
    passRate: { wins: 8, losses: 0, ties: 4, difference: { method: "mcnemar-midp" } },
  });
  expect(compared.cases).toHaveLength(8);
  expect(compared.cases[0]).toMatchObject({
    change: "fixed",
    what: "answers differently",
    conversation: { trial: 0, turns: [{ user: "question 10", answerA: "no idea" }] },
  });
  // what stands in the store is the same run
  const { cases, ...numbers } = compared;
  const named = await compare("latest~1", after.runId, { store });
  expect(named.cases).toEqual(cases);
  expect(named.passRate).toEqual(numbers.passRate);
  expect(named.metrics).toEqual(numbers.metrics);
});

test("a saved file is compared as the run it was", async () => {
  const file = join(temporaryFolder(), "before.jsonl");
  const before = await evaluate(knowing(3), evalSet, { store: "memory", criteria });
  const after = await evaluate(knowing(4), evalSet, { store: "memory", criteria });
  await before.save(file);
  expect((await compare(file, after)).passRate).toEqual((await compare(before, after)).passRate);
});

test("trials are shares of a case, and names find runs", async () => {
  const store = memoryStore();
  const options = { store, criteria, trials: 3 };
  await evaluate(knowing(3), evalSet, { ...options, name: "baseline" });
  const after = await evaluate(knowing(12), evalSet, options);
  const compared = await compare("baseline", after, { store, metric: "response_match_score" });
  expect(compared.a.name).toBe("baseline");
  expect(compared.passRate).toMatchObject({ a: { n: 12 }, difference: { method: "sign-flip" } });
  expect(compared.verdict).toBe("better");
  expect(compared.metrics[0]).toMatchObject({ asked: true, verdict: "better" });
});

test("bad questions are answered in words", async () => {
  const run = await evaluate(knowing(3), evalSet, { store: "memory", criteria });
  const other = await evaluate(
    knowing(3),
    { ...evalSet, evalSetId: "rivers" },
    { store: "memory", criteria },
  );
  await expect(compare(run, other)).rejects.toMatchObject({
    code: "run/not-comparable",
    message: expect.stringMatching(/they have no case in common\.$/),
  });
  await expect(compare(run, run, { metric: "respons_match_score" })).rejects.toMatchObject({
    code: "metric/unknown",
    hint: "Did you mean response_match_score?",
  });
  await expect(compare(run, "nothing", { store: memoryStore() })).rejects.toMatchObject({
    code: "run/not-found",
  });
  await expect(compare(run, 3 as never)).rejects.toThrow("3 is no run.");
  await expect(compare(run, run, { detect: 0 })).rejects.toThrow("a difference above 0");
  await expect(compare(run, run, { detect: 5 })).rejects.toThrow("and below 1 was expected");
  await expect(compare(run, run, { mteric: "x" } as never)).rejects.toThrow(
    'compare has no option "mteric".',
  );
});

test("the same run twice is told to be the same", async () => {
  const run = await evaluate(knowing(3), evalSet, { store: "memory", criteria });
  const { warnings, verdict } = await compare(run, run);
  expect(warnings).toEqual([{ kind: "same-run", text: "A and B are the same run." }]);
  expect(verdict).toBe("too-few");
});

test("a changed reference is told before any number", async () => {
  const store = memoryStore();
  const before = await evaluate(knowing(3), evalSet, { store, criteria });
  const [first, ...rest] = evalSet.evalCases;
  const changed = {
    ...evalSet,
    evalCases: [
      { ...first, conversation: [{ userContent: "question 0", finalResponse: "another" }] },
      ...rest,
    ],
  };
  const after = await evaluate(knowing(3), changed as never, { store, criteria });
  const told = [{ kind: "changed-case", count: 1, cases: ["case 0"] }];
  const fewer = { ...evalSet, evalCases: evalSet.evalCases.slice(1) };
  const part = await evaluate(knowing(3), fewer, { store, criteria });
  // a case that is new has not changed
  const kinds = (await compare(part, before)).warnings.map(({ kind }) => kind);
  expect(kinds).not.toContain("changed-case");
  expect((await compare(before, after)).warnings).toMatchObject(told);
  expect((await compare(before.runId, after.runId, { store })).warnings).toMatchObject(told);
});
