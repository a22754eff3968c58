import { plural } from "../../../core/text/plural.ts";
import type { AgentNode, CallGraph, ToolNode } from "./call-graph.ts";
import type { SpanRow } from "./trace-types.ts";

interface DrawingProps {
  readonly graph: CallGraph;
  /** What had happened up to the moment that is shown. */
  readonly lit: CallGraph;
  readonly selected: SpanRow | undefined;
}

const TOOL = 34;
const AGENT = 58;
/** More tools of one agent are told in a line. */
const MOST = 24;

interface PlacedAgent {
  readonly agent: AgentNode;
  readonly top: number;
  readonly y: number;
}

/** Agents on the left, what they called on the right. */
export function GraphDrawing({ graph, lit, selected }: DrawingProps) {
  const placed = place(graph.agents);
  const last = placed.at(-1);
  const height = last === undefined ? 0 : last.top + heightOf(last.agent);
  if (last === undefined) return null;
  const litAgents = new Map(lit.agents.map((agent) => [agent.name, agent]));
  return (
    <svg className="graph" viewBox={`0 0 388 ${height}`} role="img" aria-label={sentence(graph)}>
      {graph.handovers.map(({ from, to, count }) => {
        const [a, b] = [from, to].map((name) => placed.find(({ agent }) => agent.name === name));
        if (a === undefined || b === undefined) return null;
        const [upper = 0, lower = 0] = [a.y, b.y].toSorted((one, other) => one - other);
        return (
          <g key={`${from} ${to}`}>
            <path d={`M28 ${upper + 20}V${lower - 20}`} />
            <text className="n" x="36" y={(upper + lower) / 2 + 4}>
              {count}× handed over
            </text>
          </g>
        );
      })}
      {placed.map(({ agent, top, y }) => (
        <g key={agent.name}>
          {agent.tools.slice(0, MOST).map((tool, at) => (
            <Tool
              key={tool.name}
              tool={tool}
              from={y}
              y={top + at * TOOL + 12}
              isOn={selected !== undefined && tool.spans.includes(selected.id)}
              isOff={!litAgents.get(agent.name)?.tools.some(({ name }) => name === tool.name)}
            />
          ))}
          {agent.tools.length > MOST && (
            <text className="n" x="196" y={top + MOST * TOOL + 12}>
              and {agent.tools.length - MOST} more, see the table
            </text>
          )}
          <g className={agentClass(agent.name, selected, litAgents.has(agent.name))}>
            <rect x="0.5" y={y - 20} width="124" height="40" rx="3" />
            <text className="bold" x="8" y={y - 4}>
              {shortened(agent.name, 15)}
            </text>
            <text className="n" x="8" y={y + 12}>
              {plural(agent.modelCalls, "model call")}
            </text>
          </g>
        </g>
      ))}
    </svg>
  );
}

interface ToolProps {
  readonly tool: ToolNode;
  readonly from: number;
  readonly y: number;
  readonly isOn: boolean;
  readonly isOff: boolean;
}

function Tool({ tool: { name, count, errors }, from, y, isOn, isOff }: ToolProps) {
  const className = isOn ? "on" : isOff ? "off" : undefined;
  return (
    <>
      <path className={className} d={`M124 ${from}C160 ${from} 160 ${y} 196 ${y}`} />
      <g className={className}>
        <rect x="196.5" y={y - 11} width="150" height="22" rx="3" />
        <text x="204" y={y + 4}>
          {shortened(name, 19)}
        </text>
      </g>
      <text className="n" x="354" y={y + 4}>
        {count}×{errors > 0 ? ` !${errors}` : ""}
        <title>{errors > 0 ? plural(errors, "error") : name}</title>
      </text>
    </>
  );
}

function agentClass(name: string, selected: SpanRow | undefined, isLit: boolean) {
  if (selected?.kind === "agent" && selected.agent === name) return "on";
  return isLit ? undefined : "off";
}

function place(agents: readonly AgentNode[]): readonly PlacedAgent[] {
  let top = 0;
  return agents.map((agent) => {
    const height = heightOf(agent) - 16;
    const found = { agent, top, y: top + height / 2 };
    top += heightOf(agent);
    return found;
  });
}

function heightOf({ tools }: AgentNode): number {
  const rows = Math.min(tools.length, MOST + 1);
  return Math.max(rows * TOOL, AGENT) + 16;
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function sentence({ agents }: CallGraph): string {
  return agents
    .map(({ name, tools }) => {
      const calls = tools.map(
        (tool) => `${tool.name} ${tool.count === 1 ? "once" : `${tool.count} times`}`,
      );
      return calls.length === 0 ? `${name} called no tool.` : `${name} called ${calls.join(", ")}.`;
    })
    .join(" ");
}
