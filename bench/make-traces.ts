import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A folder with traces of one turn each, a call and its result in it, and the eval set of so many cases they belong to. */
export function makeTraces(cwd: string, count: number, cases: number): string {
  mkdirSync(cwd, { recursive: true });
  const lines = Array.from({ length: count }, (_, place) => traceLine(place, place % cases));
  writeFileSync(join(cwd, "traces.jsonl"), lines.join("\n"));
  const evalCases = Array.from({ length: cases }, (_, place) => ({
    eval_id: `order_${place}`,
    conversation: [
      {
        user_content: { role: "user", parts: [{ text: question(place) }] },
        final_response: { role: "model", parts: [{ text: answer(place) }] },
        intermediate_data: { tool_uses: [{ name: "look_up", args: { order: place } }] },
      },
    ],
  }));
  const golden = { eval_set_id: "golden", eval_cases: evalCases };
  writeFileSync(join(cwd, "golden.evalset.json"), JSON.stringify(golden));
  return cwd;
}

const question = (place: number) => `Where is order ${place}, which I paid for a week ago?`;
const answer = (place: number) => `Order ${place} left the depot this morning.`;

function traceLine(number: number, place: number): string {
  const traceId = (number + 1).toString(16).padStart(32, "0");
  const user = { role: "user", parts: [{ type: "text", content: question(place) }] };
  const call = { type: "tool_call", id: "c1", name: "look_up", arguments: { order: place } };
  const called = { role: "assistant", parts: [call] };
  const result = { type: "tool_call_response", id: "c1", response: { at: "depot", day: 3 } };
  const said = { role: "assistant", parts: [{ type: "text", content: answer(place) }] };
  const span = (id: number, parent: number, name: string, attributes: Record<string, unknown>) => ({
    traceId,
    spanId: id.toString(16).padStart(16, "0"),
    ...(parent > 0 && { parentSpanId: parent.toString(16).padStart(16, "0") }),
    name,
    kind: 1,
    startTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(id) * 1_000_000n),
    endTimeUnixNano: String(1_790_000_000_500_000_000n + BigInt(id) * 1_000_000n),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: { stringValue: typeof value === "string" ? value : JSON.stringify(value) },
    })),
  });
  const chat = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "model" };
  const tool = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look_up" };
  const spans = [
    span(1, 0, "invoke_agent", { "gen_ai.operation.name": "invoke_agent" }),
    span(2, 1, "chat", {
      ...chat,
      "gen_ai.input.messages": [user],
      "gen_ai.output.messages": [called],
    }),
    span(3, 1, "execute_tool look_up", {
      ...tool,
      "gen_ai.tool.call.id": "c1",
      "gen_ai.tool.call.arguments": { order: place },
      "gen_ai.tool.call.result": { at: "depot", day: 3 },
    }),
    span(4, 1, "chat", {
      ...chat,
      "gen_ai.input.messages": [user, called, { role: "tool", parts: [result] }],
      "gen_ai.output.messages": [said],
    }),
  ];
  return JSON.stringify({
    resourceSpans: [
      { resource: { attributes: [] }, scopeSpans: [{ scope: { name: "bench" }, spans }] },
    ],
  });
}
