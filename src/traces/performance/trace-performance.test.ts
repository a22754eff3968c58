import { expect, test } from "vitest";
import { otlpText } from "../../../tests/traces/trace-builder.ts";
import { groupTraces } from "../conversations/group-traces.ts";
import { readTraceText } from "../formats/read-trace-text.ts";
import { readTraces } from "../read-traces.ts";
import { tracePerformance } from "./trace-performance.ts";

const chat = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" };

test("a call that tells only what was cached is left out of the figures about tokens", () => {
  const spans = [
    { id: "1", attributes: { ...chat, "gen_ai.usage.cache_read.input_tokens": 7 } },
    {
      id: "2",
      from: 2,
      attributes: {
        ...chat,
        "gen_ai.usage.output_tokens": 5,
        "gen_ai.usage.cache_read.input_tokens": 3,
      },
    },
  ];
  const content = readTraceText(otlpText({ spans }));
  if (content === undefined) throw new Error("the text is no trace");
  const [conversation] = groupTraces(readTraces(content));
  if (conversation === undefined) throw new Error("there is no conversation");
  expect(tracePerformance(conversation).tokens).toMatchObject({
    total_prompt: 0,
    total_output: 5,
    cache_read_tokens: 3,
    per_llm_call: { count: 1 },
  });
});
