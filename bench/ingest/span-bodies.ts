import { randomBytes } from "node:crypto";
import { bytesField, numberField, timeField } from "../../src/traces/formats/protobuf-writer.ts";

const SPANS_A_TRACE = 8;

/** An export of spans as agents send them, about 1.4 kB each, with ids that nobody has used. */
export function spanBody(count: number): Buffer {
  const spans: Buffer[] = [];
  while (spans.length < count) {
    const traceId = randomBytes(16);
    const conversation = `conversation-${traceId.toString("hex", 0, 4)}`;
    const root = randomBytes(8);
    for (let at = 0; at < SPANS_A_TRACE && spans.length < count; at += 1) {
      const parent = at === 0 ? undefined : root;
      spans.push(span({ traceId, spanId: parent ? randomBytes(8) : root, parent, conversation }));
    }
  }
  const scope = bytesField(1, Buffer.concat([bytesField(1, "shop-agent"), bytesField(2, "1.2.3")]));
  const scoped = Buffer.concat([scope, ...spans.map((each) => bytesField(2, each))]);
  return bytesField(1, Buffer.concat([bytesField(1, resource()), bytesField(2, scoped)]));
}

function resource(): Buffer {
  const attributes = { "service.name": "shop", "telemetry.sdk.language": "nodejs" };
  return Buffer.concat(Object.entries(attributes).map(([key, value]) => attribute(1, key, value)));
}

interface SpanIds {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parent: Buffer | undefined;
  readonly conversation: string;
}

function span({ traceId, spanId, parent, conversation }: SpanIds): Buffer {
  const started = BigInt(Date.now()) * 1_000_000n;
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-5-mini",
    "gen_ai.response.id": `resp_${spanId.toString("hex")}`,
    "gen_ai.conversation.id": conversation,
    "gen_ai.usage.input_tokens": 412,
    "gen_ai.usage.output_tokens": 88,
    "server.address": "127.0.0.1",
    "gen_ai.input.messages": INPUT,
    "gen_ai.output.messages": OUTPUT,
  };
  return Buffer.concat([
    bytesField(1, traceId),
    bytesField(2, spanId),
    ...(parent === undefined ? [] : [bytesField(4, parent)]),
    bytesField(5, "chat gpt-5-mini"),
    numberField(6, 3),
    timeField(7, started),
    timeField(8, started + 5_000_000n),
    ...Object.entries(attributes).map(([key, value]) => attribute(9, key, value)),
  ]);
}

function attribute(field: number, key: string, value: string | number): Buffer {
  const held = typeof value === "number" ? numberField(3, value) : bytesField(1, value);
  return bytesField(field, Buffer.concat([bytesField(1, key), bytesField(2, held)]));
}

const ask = "Where is order 4711, which I paid for a week ago, and when will it be here? ";
const INPUT = JSON.stringify([
  { role: "system", parts: [{ type: "text", content: "You are a clerk of a shop. Be brief." }] },
  { role: "user", parts: [{ type: "text", content: ask.repeat(9) }] },
]);
const OUTPUT = JSON.stringify([
  {
    role: "assistant",
    parts: [{ type: "tool_call", id: "c1", name: "look_up", arguments: { order: 4711 } }],
    finish_reason: "tool_call",
  },
]);
