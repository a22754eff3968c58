import { expect, test } from "vitest";
import { checks as aggregation } from "./kinds/aggregation.ts";
import { checks as ids } from "./kinds/ids.ts";
import { checks as migration } from "./kinds/migration.ts";
import { checks as simulator } from "./kinds/simulator.ts";
import type { ConformanceKind, Vector } from "./vector.ts";

function vectorOf(input: object, expected: object): Vector {
  return { id: "v", about: "", input: input as never, expected: expected as never };
}

async function hold(kind: ConformanceKind, input: object, expected: object): Promise<void> {
  await kind.hold(vectorOf(input, expected));
}

const refused = { error: { type: "ValueError", mentions: [] } };
const text = (...texts: string[]) => ({ parts: texts.map((each) => ({ text: each })) });

test("what ADK does not read as JSON is refused in files that are migrated", async () => {
  const row = '{"query": "q", "reference": "r", "expected_tool_use": []}';
  for (const via of ["migrate", "agent_evaluator"]) {
    await hold(migration, { via, text: `[${row},]` }, refused);
    await hold(migration, { via, text: `// rows\n[${row}]` }, refused);
    await expect(hold(migration, { via, text: `[${row}]` }, refused)).rejects.toThrow();
  }
  const set = { via: "load_eval_set_from_file", eval_set_id: "s" };
  await hold(migration, { ...set, text: '[{"name": "n", "data": []},]' }, refused);
  await hold(migration, { ...set, text: '{"eval_set_id": "s", "eval_cases": [],}' }, refused);
  const said = '{"eval_id": "c", "conversation": [{"user_content": "hi"}]}';
  await hold(migration, { ...set, text: `{"eval_set_id": "s", "eval_cases": [${said}]}` }, refused);
});

test("cases of one id are read, as the reference reads them", async () => {
  const written = {
    eval_set_id: "s",
    eval_cases: [
      { eval_id: "c", conversation: [] },
      { eval_id: "c", conversation: [] },
    ],
  };
  const input = { via: "agent_evaluator", text: JSON.stringify(written) };
  await hold(migration, input, { written_text: JSON.stringify(written) });
});

test("an initial session of null is one, and refused beside a set of the new format", async () => {
  const input = { via: "agent_evaluator", text: '{"eval_set_id": "s", "eval_cases": []}' };
  await hold(migration, { ...input, initial_session: null }, refused);
});

test("what ADK does not read as JSON is refused in files of scenarios", async () => {
  const input = { what: "scenario", scenarios_text: '{"scenarios": [],}' };
  await hold(ids, input, { ...refused, exit_code: 1, stored: [] });
});

test("an inference of unknown status is scored by what it has", async () => {
  const turn = { user_content: text("hi"), final_response: text("yes") };
  const input = {
    of: "eval-case",
    config: { criteria: { response_match_score: 0.5 } },
    eval_case: { eval_id: "c", conversation: [turn] },
  };
  const entry = (metric_name: string, score: number | null, status = "INFORMATIONAL") => ({
    metric_name,
    score,
    status,
  });
  const metrics = [
    entry("response_match_score", 1, "PASSED"),
    entry("tool_call_count_v1", 0),
    entry("inference_call_count_v1", null),
    entry("token_usage_v1", null),
    entry("invocation_duration_v1", null),
  ];
  const scored = { status: "PASSED", metrics, per_invocation: [metrics] };
  const failed = { status: "FAILED", metrics: [], per_invocation: [] };
  const inferences = [turn];
  await hold(aggregation, { ...input, inference: { status: 0, inferences } }, scored);
  await hold(aggregation, { ...input, inference: { status: 2, inferences } }, failed);
  await hold(aggregation, { ...input, inference: { status: 0, inferences: null } }, failed);
});

test("a written conversation goes on whatever the history says", async () => {
  const conversation = [{ user_content: text("one") }, { user_content: text("two") }];
  const say = (message: string) => ({ status: "success", message: text(message) });
  const steps = [say("one"), say("two"), { status: "stop_signal_detected" }];
  const input = { conversation, histories: [[], [], []] };
  await hold(simulator, input, { steps, model_calls: 0 });
});
