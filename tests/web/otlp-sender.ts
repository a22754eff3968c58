import { randomBytes } from "node:crypto";

/** An exported span for tests: times in milliseconds since its trace began. */
export interface SentSpan {
  readonly id: string;
  readonly parent?: string;
  readonly name?: string;
  readonly from: number;
  /** Undefined for one without an end. */
  readonly to?: number | undefined;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

export const text = (role: string, content: string) => ({
  role,
  parts: [{ type: "text", content }],
});

export const agentOf = (name: string) => ({
  "gen_ai.operation.name": "invoke_agent",
  "gen_ai.agent.name": name,
});

export const toolOf = (name: string, args: object = {}) => ({
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": name,
  "gen_ai.tool.call.arguments": args,
});

export const modelOf = (input?: readonly object[], output?: readonly object[]) => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.request.model": "some-model",
  "gen_ai.usage.input_tokens": 600,
  "gen_ai.usage.output_tokens": 40,
  ...(input && { "gen_ai.input.messages": input }),
  ...(output && { "gen_ai.output.messages": output }),
});

/** Exports a trace the way an agent does. */
export async function sendTrace(receiver: string, spans: readonly SentSpan[]): Promise<void> {
  const response = await fetch(`${receiver}/v1/traces`, {
    method: "POST",
    body: otlpText(spans),
    headers: { "Content-Type": "application/json" },
  });
  if (!response.ok) throw new Error(`the receiver answered ${response.status}`);
}

/** A trace of its own as an exporter writes it. */
export function otlpText(spans: readonly SentSpan[]): string {
  const traceId = randomBytes(16).toString("hex");
  const began = BigInt(Date.now() - 60_000) * 1_000_000n;
  const at = (time: number) => `${began + BigInt(Math.round(time * 1e6))}`;
  const document = {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: spans.map(({ id, parent, name = id, from, to, attributes = {}, error }) => ({
              traceId,
              spanId: spanId(id),
              ...(parent && { parentSpanId: spanId(parent) }),
              name,
              startTimeUnixNano: at(from),
              ...(to !== undefined && { endTimeUnixNano: at(to) }),
              attributes: Object.entries(attributes).map(([key, value]) => ({
                key,
                value: anyValue(value),
              })),
              ...(error && { status: { code: 2, message: error } }),
            })),
          },
        ],
      },
    ],
  };
  return JSON.stringify(document);
}

/** An id for tests as exporters write one. */
export function spanId(name: string): string {
  return Buffer.from(name.padEnd(8, ".").slice(0, 8)).toString("hex");
}

function anyValue(value: unknown): object {
  if (typeof value === "number") return { intValue: `${value}` };
  return { stringValue: typeof value === "string" ? value : JSON.stringify(value) };
}
