import type { Agent } from "../src/core/agent.ts";
import { textContent, textOf } from "../src/core/content.ts";
import type { Metric } from "../src/core/metric.ts";
import type { RunEvent } from "../src/core/run.ts";
import { runCases } from "../src/runner/run-cases.ts";
import type { PlannedCase, RunPlan, RunTurn } from "../src/runner/run-plan.ts";
import { anEvalCase, anExpectedTurn, aRunStart } from "../src/testing/builders.ts";

const always = new AbortController().signal;

export const passes: Metric = {
  name: "always",
  version: 1,
  threshold: 1,
  direction: "higher",
  range: { min: 0, max: 1 },
  needs: [],
  criterion: undefined,
  measure: ({ actual }) => ({
    kind: "scored",
    score: 1,
    perInvocation: actual.map(() => ({ score: 1 })),
  }),
};

/** Answers every message with itself, through whatever the agent's conversation does. */
const runTurn: RunTurn = async ({ conversation, content, invocationId, timeoutMs, caseMs }) => {
  const invocation = { invocationId, userContent: content, creationTimestamp: 0 };
  const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), timeoutMs));
  try {
    const answer = conversation.send({ content, text: textOf(content) ?? "" }, {} as never);
    const text = await Promise.race([answer, late]);
    if (text === "late") {
      const whose = caseMs === undefined ? "the turn" : `a case of ${caseMs} ms`;
      return { invocation, status: "timeout", problem: `waited as long as ${whose} may take.` };
    }
    return {
      invocation: { ...invocation, finalResponse: textContent("model", text ?? "") },
      status: "done",
    };
  } catch (error) {
    return { invocation, status: "failed", problem: String(error) };
  }
};

const echo: Agent = {
  name: "echo",
  start: ({ history }) => ({
    resumed: history !== undefined,
    send: async (input) => ("text" in input ? input.text : ""),
  }),
};

export function aPlannedCase(
  evalId: string,
  turns: readonly string[],
  more: Partial<PlannedCase> = {},
): PlannedCase {
  const conversation = turns.map((user) => anExpectedTurn({ user }));
  const evalCase = anEvalCase({ evalId, conversation });
  return {
    evalSetId: "set-1",
    evalId,
    trial: 0,
    index: 0,
    metrics: [passes],
    freshSession: false,
    load: () => evalCase,
    ...more,
  };
}

export async function eventsOf(
  cases: readonly PlannedCase[],
  more: Partial<RunPlan> = {},
): Promise<readonly RunEvent[]> {
  const plan: RunPlan = {
    runId: "run-1",
    about: aRunStart().about,
    resumes: false,
    agent: echo,
    cases,
    userFor: ({ conversation = [] }) => ({
      next(soFar) {
        const next = conversation[soFar.length];
        return next === undefined
          ? { type: "stop", why: "over" }
          : { type: "say", content: next.userContent };
      },
    }),
    runTurn,
    concurrency: 2,
    deadlines: { turn: 1000, case: 5000, run: Number.POSITIVE_INFINITY },
    maxTurns: 20,
    failFast: false,
    stop: always,
    kill: always,
    now: () => new Date(0),
    newId: () => "id",
    ...more,
  };
  return await Array.fromAsync(runCases(plan));
}

export const types = (events: readonly RunEvent[]) => events.map((event) => event.type);

export const ends = (events: readonly RunEvent[]) =>
  events.filter((event) => event.type === "case-end");
