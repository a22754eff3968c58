import type { SpanRow, TraceView } from "./trace-types.ts";

/** Which agents worked, what they called how often, and who handed over to whom. */
export interface CallGraph {
  readonly agents: readonly AgentNode[];
  readonly handovers: readonly {
    readonly from: string;
    readonly to: string;
    readonly count: number;
  }[];
}

export interface AgentNode {
  readonly name: string;
  readonly modelCalls: number;
  readonly tools: readonly ToolNode[];
}

export interface ToolNode {
  readonly name: string;
  readonly count: number;
  readonly errors: number;
  /** The spans, in their order. */
  readonly spans: readonly string[];
}

/** Of all turns, up to a moment where one is given. */
export function callGraph({ turns, agent }: TraceView, until: number | undefined): CallGraph {
  const usual = agent ?? "agent";
  const all = turns.flatMap(({ spans }) => spans);
  const rows = all.filter(
    ({ start }) => until === undefined || start === undefined || start <= until,
  );
  const byAgent = Map.groupBy(rows, (row) => row.agent ?? usual);
  const agents = [...byAgent].map(
    ([name, own]): AgentNode => ({
      name,
      modelCalls: own.filter(({ kind }) => kind === "model").length,
      tools: toolsOf(own),
    }),
  );
  return { agents, handovers: handoversOf(rows, usual) };
}

function toolsOf(rows: readonly SpanRow[]): readonly ToolNode[] {
  const calls = rows.filter(({ kind }) => kind === "tool");
  return [...Map.groupBy(calls, ({ name }) => name)].map(([name, own]) => ({
    name,
    count: own.length,
    errors: own.filter(({ error }) => error !== undefined).length,
    spans: own.map(({ id }) => id),
  }));
}

/** An agent below a span of another one. */
function handoversOf(rows: readonly SpanRow[], usual: string): CallGraph["handovers"] {
  const byId = new Map(rows.map((row) => [`${row.trace} ${row.id}`, row]));
  const counts = new Map<string, { from: string; to: string; count: number }>();
  for (const row of rows) {
    if (row.kind !== "agent" || row.parent === undefined) continue;
    const from = byId.get(`${row.trace} ${row.parent}`)?.agent ?? usual;
    const to = row.agent ?? usual;
    if (from === to) continue;
    const key = JSON.stringify([from, to]);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { from, to, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()];
}
