import { expect, test } from "vitest";
import { anEvalCase, anInvocation } from "../../testing/builders.ts";
import type { CallEndEvent, CaseResult } from "../run.ts";
import { conversationSpans } from "./conversation-spans.ts";

const settings = { runId: "run-1", agent: "clerk" };

function aResult(overrides: Partial<CaseResult> = {}): CaseResult {
  return {
    evalSetId: "set-1",
    evalId: "case-1",
    trial: 0,
    index: 0,
    status: "passed",
    metrics: [],
    invocations: [aTurn()],
    evalCase: anEvalCase(),
    sessionId: "session-1",
    userId: "user",
    startedAt: "2026-11-16T02:53:12.000Z",
    duration: 0.5,
    ...overrides,
  };
}

function aTurn() {
  return anInvocation({
    user: "Is order 7 paid?",
    answer: "It is.",
    creationTimestamp: Date.parse("2026-11-16T02:53:12.100Z") / 1000,
    duration: 0.3,
    times: { tools: [[110, 150]], models: [[10, 100]] },
    intermediateData: {
      invocationEvents: [
        {
          author: "clerk",
          content: {
            role: "model",
            parts: [{ functionCall: { id: "c1", name: "look_up", args: { order: 7 } } }],
          },
          usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 3, thoughtsTokenCount: 2 },
          modelVersion: "gpt-5-mini",
        },
        {
          author: "clerk",
          content: {
            role: "user",
            parts: [
              { functionResponse: { id: "c1", name: "look_up", response: { error: "gone" } } },
            ],
          },
        },
      ],
    },
  });
}

test("a conversation is a trace: the case, its turns, and in them what models and tools did", () => {
  const spans = conversationSpans(aResult(), { ...settings, costOf: () => 0.25 });
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  expect(spans.map(({ name, parentSpanId }) => [name, nameOf.get(parentSpanId ?? "")])).toEqual([
    ["eval_case case-1", undefined],
    ["invoke_agent clerk", "eval_case case-1"],
    ["chat gpt-5-mini", "invoke_agent clerk"],
    ["execute_tool look_up", "invoke_agent clerk"],
  ]);
  const [root, turn, chat, tool] = spans;
  expect(root?.attributes).toEqual({
    "gen_ai.conversation.id": "session-1",
    "gen_ai.agent.name": "clerk",
    "agentevals.eval.run.id": "run-1",
    "agentevals.eval_set.id": "set-1",
    "agentevals.eval.case.id": "case-1",
    "assay.trial": 0,
    "assay.status": "passed",
  });
  expect(turn?.attributes["gen_ai.input.messages"]).toBe(
    '[{"role":"user","parts":[{"type":"text","content":"Is order 7 paid?"}]}]',
  );
  expect(chat?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.usage.input_tokens": 20,
    "gen_ai.usage.output_tokens": 5,
    "gen_ai.usage.reasoning.output_tokens": 2,
    "gen_ai.usage.cost": 0.25,
  });
  expect(tool).toMatchObject({
    attributes: {
      "gen_ai.tool.call.id": "c1",
      "gen_ai.tool.call.arguments": '{"order":7}',
      "gen_ai.tool.call.result": '{"error":"gone"}',
      "error.type": "tool_error",
    },
    status: { code: "error", message: "gone" },
  });
});

test("steps have the times that were measured", () => {
  const began = BigInt(Date.parse("2026-11-16T02:53:12.000Z")) * 1_000_000n;
  const at = (time: bigint | undefined) => time && Number((time - began) / 1_000_000n);
  const times = conversationSpans(aResult(), settings).map(({ start, end }) => [
    at(start),
    at(end),
  ]);
  expect(times).toEqual([
    [0, 500],
    [100, 400],
    [110, 200],
    [210, 250],
  ]);
});

test("a run of a version that measured no steps leaves their times out", () => {
  const { times: _, ...turn } = aTurn();
  const [, whole, chat, tool] = conversationSpans(aResult({ invocations: [turn] }), settings);
  expect(whole?.end).toBeDefined();
  expect([chat?.start, chat?.end, tool?.start, tool?.end]).toEqual(Array(4).fill(undefined));
});

test("ids are the same every time, and others for another run, case or trial", () => {
  const idsOf = (result: CaseResult, runId = "run-1") =>
    conversationSpans(result, { ...settings, runId }).flatMap((span) => [
      span.traceId,
      span.spanId,
    ]);
  const ids = idsOf(aResult());
  expect(idsOf(aResult())).toEqual(ids);
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(ids[1]).toMatch(/^[0-9a-f]{16}$/);
  const others = [
    idsOf(aResult(), "run-2"),
    idsOf(aResult({ evalId: "case-2" })),
    idsOf(aResult({ evalSetId: "set-2" })),
    idsOf(aResult({ trial: 1 })),
  ].flat();
  expect(ids.filter((id) => others.includes(id))).toEqual([]);
});

test("the turn that broke off says why", () => {
  const result = aResult({
    invocations: [],
    partial: aTurn(),
    status: "failed",
    reason: "timeout",
    detail: "The turn's 5 s passed.",
  });
  expect(conversationSpans(result, settings)[1]).toMatchObject({
    attributes: { "error.type": "timeout", "assay.turn": 0 },
    status: { code: "error", message: "The turn's 5 s passed." },
  });
});

test("calls of judges are there, and nobody takes them for the agent's", () => {
  const call: CallEndEvent = {
    type: "call-end",
    runId: "run-1",
    evalSetId: "set-1",
    evalId: "case-1",
    trial: 0,
    index: 0,
    callKey: "key",
    role: "judge",
    model: "openai/gpt-5-mini",
    turn: 0,
    step: "final_response_match_v2",
    sample: 1,
    reply: { text: "valid", finish: "stop", usage: { input: 9, output: 1 } },
    at: "2026-11-16T02:53:13.000Z",
    milliseconds: 250,
    cost: 0.5,
  };
  const span = conversationSpans(aResult(), { ...settings, calls: [call] }).at(-1);
  expect(span?.name).toBe("judge openai/gpt-5-mini");
  expect(span?.attributes).toMatchObject({
    "gen_ai.operation.name": "judge",
    "gen_ai.usage.input_tokens": 9,
    "gen_ai.usage.cost": 0.5,
    "assay.step": "final_response_match_v2",
  });
  const ended = BigInt(Date.parse("2026-11-16T02:53:13.000Z")) * 1_000_000n;
  expect([span?.start, span?.end]).toEqual([ended - 250_000_000n, ended]);
});

test("a session that the case names is no name for its conversation", () => {
  const evalCase = anEvalCase({
    sessionInput: { appName: "", sessionId: "pinned", userId: "u", state: {} },
  });
  const result = aResult({ sessionId: "pinned", evalCase });
  const ids = ["run-1", "run-2"].map(
    (runId) =>
      conversationSpans(result, { ...settings, runId })[0]?.attributes["gen_ai.conversation.id"],
  );
  expect(ids[0]).toMatch(/^pinned-[0-9a-f]{8}$/);
  expect(new Set(ids).size).toBe(2);
});
