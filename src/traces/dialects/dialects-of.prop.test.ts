import fc from "fast-check";
import { expect, test } from "vitest";
import type { Span } from "../../core/traces/span.ts";
import { adk } from "./adk.ts";
import { aiSdk } from "./ai-sdk.ts";
import { dialectsOf } from "./dialects.ts";
import { genai } from "./genai.ts";
import { genaiEvents } from "./genai-events.ts";
import { langfuse } from "./langfuse.ts";
import { langsmith } from "./langsmith.ts";
import { mastra } from "./mastra.ts";
import { openaiAgents } from "./openai-agents.ts";
import { openinference } from "./openinference.ts";
import { openllmetry } from "./openllmetry.ts";
import { pydanticAi } from "./pydantic-ai.ts";

const all = [
  genai,
  genaiEvents,
  adk,
  openinference,
  aiSdk,
  openllmetry,
  langsmith,
  langfuse,
  mastra,
  pydanticAi,
  openaiAgents,
];

const words = [
  ..."gen_ai.operation.name gen_ai.system gen_ai.prompt gen_ai.prompt.0.role gen_ai.completion.1.content".split(
    " ",
  ),
  ..."error.type gcp.vertex.agent.llm_request openinference.span.kind ai.operationId ai.model.id".split(
    " ",
  ),
  ..."traceloop.span.kind traceloop.entity.input llm.request.type langsmith.span.kind input.value".split(
    " ",
  ),
  ..."langfuse.observation.type mastra.span.type pydantic_ai.all_messages all_messages_events".split(
    " ",
  ),
  ..."events final_result agent_name openai.agents.span_data http.method".split(" "),
];
const names =
  "execute_tool (merged)|ai.toolCall|agent run|running tool|running tools|running tool: a|running 2 tools|call_llm|chat";

const key = fc.oneof(fc.constantFrom(...words), fc.string());
const said = fc.constantFrom("agent", "TOOL", "gcp.vertex.agent", "{}", "[]", "");
const span: fc.Arbitrary<Span> = fc.record({
  traceId: fc.constant("a"),
  spanId: fc.constant("b"),
  name: fc.oneof(fc.constantFrom(...names.split("|")), fc.string()),
  attributes: fc.dictionary(key, said, { maxKeys: 4 }),
  events: fc.constantFrom([], [{ name: "gen_ai.choice", attributes: {} }]),
  links: fc.constant([]),
  resource: fc.constant({ attributes: {} }),
  scope: fc.constantFrom({}, { name: "gcp.vertex.agent" }, { name: "other" }),
});

test("no dialect that a span is written in is left out, and their order is kept", () => {
  fc.assert(
    fc.property(span, (each) => {
      const source = { span: each, keys: Object.keys(each.attributes), logs: [] };
      const spoken = all.filter((dialect) => dialect(source) !== undefined);
      const asked = dialectsOf(source);
      expect(asked.filter((dialect) => dialect(source) !== undefined)).toEqual(spoken);
    }),
    { numRuns: 3000 },
  );
});
