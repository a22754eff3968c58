import { expect, test } from "vitest";
import { key, withKey } from "../../../../tests/telling-agent.ts";
import { evaluate } from "../../../api/evaluate.ts";
import type { RunEvent } from "../../../core/run.ts";
import { memoryStore } from "../../../stores/memory-store.ts";
import { aRunStart } from "../../../testing/builders.ts";
import { readStoppedRun, stoppedNotes } from "../../resume/resume-run.ts";
import { runMask } from "./run-secrets.ts";

test("a stopped run goes on with the values in their places; what an agent made up stays", async () => {
  withKey();
  const store = memoryStore();
  const start = aRunStart();
  const { runId } = start;
  const mask = runMask(runId);
  const of = { runId, evalSetId: "keys", evalId: "told", trial: 0, index: 0 };
  const evalCase = { evalId: "told", creationTimestamp: 0, finalSessionState: {} };
  const said = `${key} [secret HOUSE_API_KEY #ffffff]`;
  const userContent = { parts: [{ text: "hi" }] };
  const events: readonly RunEvent[] = [
    start,
    { ...of, type: "case-start", at: start.at, evalCase, sessionId: "s", userId: "u" },
    {
      ...of,
      type: "turn-end",
      turn: 0,
      invocation: {
        invocationId: "1",
        userContent,
        finalResponse: { parts: [{ text: said }] },
        creationTimestamp: 0,
      },
      state: { [key]: key },
    },
  ];
  for (const event of events) await store.append(mask.event(event).event);
  const kept: RunEvent[] = [];
  for await (const event of store.caseEvents(runId)) kept.push(event);
  expect(JSON.stringify(kept)).not.toContain(key);
  const [unfinished] = [...(await readStoppedRun(store, runId)).unfinished.values()];
  expect(unfinished?.invocations[0]?.finalResponse?.parts?.[0]?.text).toBe(said);
  expect(unfinished?.state).toEqual({ [key]: key });
});

test("a resume tells which secret is not set any more, and what goes on without it", async () => {
  withKey();
  const store = memoryStore();
  const runId = "20261116-100000-aaaaaa";
  const mask = runMask(runId);
  const userContent = { parts: [{ text: "?" }] };
  const finalResponse = { parts: [{ text: `it is ${key}` }] };
  const events = ["a", "b", "c"].flatMap((evalId, index): RunEvent[] => {
    const place = { runId, evalSetId: "keys", evalId, trial: 0, index };
    const evalCase = { evalId, creationTimestamp: 0, finalSessionState: {} };
    const invocation = { invocationId: "1", userContent, finalResponse, creationTimestamp: 0 };
    const session = { sessionId: "s", userId: "u" };
    return [
      { ...place, type: "case-start", at: "", evalCase, ...session },
      { ...place, type: "turn-end", turn: 0, invocation },
      // what has ended is not scored again
      ...(evalId === "c"
        ? [
            {
              ...place,
              type: "case-end",
              at: "",
              metrics: [],
              status: "passed",
              duration: 0,
            } as const,
          ]
        : []),
    ];
  });
  for (const event of [aRunStart({ runId }), ...events]) {
    await store.append(mask.event(event).event);
  }
  expect(stoppedNotes(await readStoppedRun(store, runId))).toEqual([]);
  delete process.env.HOUSE_API_KEY;
  expect(stoppedNotes(await readStoppedRun(store, runId))).toEqual([
    "The secret HOUSE_API_KEY is not set any more, so a and 1 more are not evaluated.",
  ]);
});

test("a resume asks nobody about a conversation whose secret is gone, and does not score it", async () => {
  withKey();
  const store = memoryStore();
  const conversation = ["which key?", "and again?"].map((user_content) => ({ user_content }));
  const evalSet = { eval_set_id: "keys", eval_cases: [{ eval_id: "told", conversation }] };
  const stop = new AbortController();
  const asked: string[] = [];
  const agent = (text: string) => {
    asked.push(text);
    if (asked.length === 2) stop.abort();
    return `the key is ${process.env.HOUSE_API_KEY}`;
  };
  const what = { agent, evalSet, criteria: { response_match_score: 0.1 }, store };
  const { runId } = await evaluate({ ...what, signal: stop.signal });
  delete process.env.HOUSE_API_KEY;
  const before = asked.length;
  const run = await evaluate({ ...what, resume: runId });
  expect(asked).toHaveLength(before);
  expect(run).toMatchObject({ passed: false, cases: [{ status: "not-evaluated" }] });
  expect(run.cases[0]?.detail).toBe(
    "What was said cannot be known again: the secret HOUSE_API_KEY was in it, and is not set any more.",
  );
  expect(run.notes).toContain(
    "The secret HOUSE_API_KEY is not set any more, so told is not evaluated.",
  );
});
