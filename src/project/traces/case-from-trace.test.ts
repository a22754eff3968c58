import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { observerDialects } from "../../../tests/traces/observer-dialects.ts";
import { otlpText } from "../../../tests/traces/trace-builder.ts";
import { vendorDialects } from "../../../tests/traces/vendor-dialects.ts";
import type { CaseResult } from "../../core/run.ts";
import { evalSetSource } from "../../eval-sets/eval-set-source.ts";
import { readEvalSet } from "../../eval-sets/reading/read-eval-set.ts";
import { writeEvalSet } from "../../eval-sets/write-eval-set.ts";
import { rougeTokens } from "../../metrics/response/rouge-tokens.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { groupTraces } from "../../traces/conversations/group-traces.ts";
import { readTraceBytes } from "../../traces/formats/read-trace-bytes.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { readConfigObject } from "../config/read-config-object.ts";
import { planScoring } from "../run/plan-scoring.ts";
import { runScoring } from "../run/run-scoring.ts";
import { caseFromTrace, maskedCase, namedConversations } from "./case-from-trace.ts";
import { type ConversationSource, conversationList } from "./conversation-source.ts";
import { type TraceRun, traceRun } from "./trace-run.ts";

const dialects = Object.entries({ ...vendorDialects, ...observerDialects }).map(
  ([name, spec]) => [name, Buffer.from(otlpText(spec))] as const,
);

interface Vector {
  readonly id: string;
  readonly input: { readonly trace_text?: string; readonly trace_base64?: string };
}

const vectorFile = resolve(import.meta.dirname, "../../../tests/conformance/vectors/traces.json");
const { vectors } = JSON.parse(readFileSync(vectorFile, "utf8")) as { vectors: readonly Vector[] };
const recorded = vectors.map(({ id, input }) => {
  const { trace_text = "", trace_base64 } = input;
  const bytes =
    trace_base64 === undefined ? Buffer.from(trace_text) : Buffer.from(trace_base64, "base64");
  return [id, bytes] as const;
});

/** The cases of a file's conversations, written and read again. */
function setOf(conversations: ConversationSource) {
  const evalCases = namedConversations(conversations).flatMap(
    ({ id, conversation }) => caseFromTrace(id, conversation, 1) ?? [],
  );
  const text = writeEvalSet({ evalSetId: "made", evalCases, creationTimestamp: 1 });
  return readEvalSet(text, { duplicates: "allow" }).evalSet;
}

async function score(run: TraceRun): Promise<readonly CaseResult[]> {
  const criteria = { tool_trajectory_avg_score: 1, response_match_score: 1 };
  const config = await readConfigObject({ criteria }, process.cwd());
  const request = { config, references: [], cwd: process.cwd(), version: "0" };
  const results: CaseResult[] = [];
  const never = new AbortController().signal;
  await runScoring(await planScoring(run, request), {
    store: memoryStore(),
    reporters: [{ onCase: (result) => void results.push(result) }],
    stop: never,
    kill: never,
  });
  return results;
}

let compared = 0;

test.each([...dialects, ...recorded])(
  "a set made of a trace gives that trace all there is to get: %s",
  async (_, bytes) => {
    const content = readTraceBytes(bytes);
    if (content === undefined || content.spans.length === 0) return;
    const conversations = conversationList(
      groupTraces(readTraces(content), { groupBy: "conversation" }),
    );
    const evalSet = setOf(conversations);
    if (evalSet.evalCases.length === 0) return;
    const source = evalSetSource(evalSet);
    const run = await traceRun({
      conversations: () => conversations,
      evalSet: source,
      version: "0",
      from: "test",
    });
    for (const { metrics, invocations, evalCase } of await score(run)) {
      if (evalCase.conversation === undefined) continue;
      const scores = Object.fromEntries(metrics.map(({ name, score: own }) => [name, own]));
      if (metrics.length > 0) expect(scores.tool_trajectory_avg_score).toBe(1);
      compared += metrics.length > 0 ? 1 : 0;
      const answers = invocations.flatMap(
        ({ finalResponse }) => finalResponse?.parts?.[0]?.text ?? [],
      );
      const hasWords = answers.length > 0 && answers.every((text) => rougeTokens(text).length > 0);
      if (metrics.length > 0 && hasWords) expect(scores.response_match_score).toBe(1);
    }
  },
);

test("most traces have something to compare", () => {
  expect(compared).toBeGreaterThan(80);
});

test("a secret is not written into a case", () => {
  process.env.HOUSE_API_KEY = "hk-4711-0815-secret-value";
  try {
    const text = "The key is hk-4711-0815-secret-value.";
    const userContent = { parts: [{ text }] };
    const conversation = [{ invocationId: "", userContent, creationTimestamp: 0 }];
    const made = maskedCase({ evalId: "told", conversation, creationTimestamp: 0 });
    expect(made.isMasked).toBe(true);
    expect(JSON.stringify(made.evalCase)).not.toContain("hk-4711");
  } finally {
    delete process.env.HOUSE_API_KEY;
  }
});
