import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Cases that all conversations of a large file are about. */
const CASES = 1000;
/** Conversations under way at once: a batch has spans of several, and a trace is spread over several batches. */
const AT_ONCE = 8;

/**
 * A folder with about so many bytes of traces as an exporter writes them: a batch a line, spans in the order of their end,
 * four turns of the model with a growing history, about 1.4 kB a span.
 */
export function makeLargeTraces(cwd: string, bytes: number): { readonly traces: number } {
  mkdirSync(cwd, { recursive: true });
  const file = openSync(join(cwd, "traces.jsonl"), "w");
  let written = 0;
  let traces = 0;
  while (written < bytes) {
    const open = Array.from({ length: AT_ONCE }, (_, at) => spansOf(traces + at));
    traces += AT_ONCE;
    let lines = "";
    for (let step = 0; open.some((spans) => spans.length > step); step += 2) {
      const batch = open.flatMap((spans) => spans.slice(step, step + 2));
      lines += `${exportOf(batch)}\n`;
    }
    const block = Buffer.from(lines);
    writeSync(file, block);
    written += block.length;
  }
  closeSync(file);
  const evalCases = Array.from({ length: CASES }, (_, place) => ({
    eval_id: `order_${place}`,
    conversation: [
      {
        user_content: { role: "user", parts: [{ text: question(place) }] },
        final_response: { role: "model", parts: [{ text: answer(place) }] },
        intermediate_data: {
          tool_uses: STEPS.map((step) => ({ name: "look_up", args: { order: place, step } })),
        },
      },
    ],
  }));
  const golden = { eval_set_id: "golden", eval_cases: evalCases };
  writeFileSync(join(cwd, "golden.evalset.json"), JSON.stringify(golden));
  return { traces };
}

const STEPS = [0, 1, 2];
const question = (place: number) => `Where is order ${place}, which I paid for a week ago?`;
const answer = (place: number) => `Order ${place} left the depot this morning.`;
const RESULT = "The parcel was scanned at the depot, and a van took it. ".repeat(4);
const SYSTEM =
  "You answer questions about orders. Look each of them up before you say anything. ".repeat(3);

type Json = Readonly<Record<string, unknown>>;

/** Of one conversation, in the order of their end: the agent comes last. */
function spansOf(number: number): readonly Json[] {
  const place = number % CASES;
  const traceId = (number + 1).toString(16).padStart(32, "0");
  const history: Json[] = [
    { role: "system", parts: [{ type: "text", content: SYSTEM }] },
    { role: "user", parts: [{ type: "text", content: question(place) }] },
  ];
  const spans: Json[] = [];
  const add = (name: string, attributes: Json) =>
    spans.push(span({ traceId, id: spans.length + 2, parent: 1, name, attributes }));
  const model = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "model" };
  for (const step of STEPS) {
    const id = `call_${step}`;
    const args = { order: place, step };
    const call = { role: "assistant", parts: [{ type: "tool_call", id, name: "look_up", args }] };
    const result = { type: "tool_call_response", id, response: { note: RESULT } };
    add("chat", { ...model, ...messages(history, call), ...usage(step) });
    add("execute_tool look_up", {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "look_up",
      "gen_ai.tool.call.id": id,
      "gen_ai.tool.call.arguments": JSON.stringify(args),
      "gen_ai.tool.call.result": JSON.stringify({ note: RESULT }),
    });
    history.push(call, { role: "tool", parts: [result] });
  }
  const said = { role: "assistant", parts: [{ type: "text", content: answer(place) }] };
  add("chat", { ...model, ...messages(history, said), ...usage(3) });
  const agent = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "orders" };
  spans.push(span({ traceId, id: 1, parent: 0, name: "invoke_agent orders", attributes: agent }));
  return spans;
}

function messages(history: readonly Json[], said: Json): Json {
  return {
    "gen_ai.input.messages": JSON.stringify(history),
    "gen_ai.output.messages": JSON.stringify([said]),
  };
}

function usage(step: number): Json {
  return { "gen_ai.usage.input_tokens": 300 + step * 90, "gen_ai.usage.output_tokens": 40 };
}

interface SpanParts {
  readonly traceId: string;
  readonly id: number;
  readonly parent: number;
  readonly name: string;
  readonly attributes: Json;
}

function span({ traceId, id, parent, name, attributes }: SpanParts): Json {
  const start = 1_790_000_000_000_000_000n + BigInt(id) * 1_000_000n;
  return {
    traceId,
    spanId: id.toString(16).padStart(16, "0"),
    ...(parent > 0 && { parentSpanId: parent.toString(16).padStart(16, "0") }),
    name,
    kind: 1,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 500_000_000n),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
    })),
  };
}

function exportOf(spans: readonly Json[]): string {
  const resource = {
    attributes: [{ key: "service.name", value: { stringValue: "orders" } }],
  };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "bench" }, spans }] }],
  });
}
