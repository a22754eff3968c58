import { useState } from "react";
import { plural } from "../../../core/text/plural.ts";
import { type CallGraph, callGraph } from "./call-graph.ts";
import { GraphDrawing } from "./graph-drawing.tsx";
import type { SpanRow, TraceView } from "./trace-types.ts";

interface GraphPaneProps {
  readonly view: TraceView;
  readonly selected: SpanRow | undefined;
  readonly until: number | undefined;
}

/** Who called what, as a drawing and as a table. */
export function GraphPane({ view, selected, until }: GraphPaneProps) {
  const [isTable, setTable] = useState(false);
  const graph = callGraph(view, undefined);
  const lit = callGraph(view, until);
  const tools = graph.agents.flatMap((agent) => agent.tools);
  return (
    <>
      <div className="bar">
        <span className="small muted clip">
          {plural(graph.agents.length, "agent")}, {plural(tools.length, "tool")}
        </span>
        <fieldset className="seg s push">
          <legend className="sr">Graph view</legend>
          <button type="button" aria-pressed={!isTable} onClick={() => setTable(false)}>
            Graph
          </button>
          <button type="button" aria-pressed={isTable} onClick={() => setTable(true)}>
            Table
          </button>
        </fieldset>
      </div>
      {graph.agents.length === 0 && (
        <p className="empty">No agent, model or tool is in the trace.</p>
      )}
      {isTable ? (
        <GraphTable graph={lit} />
      ) : (
        <GraphDrawing graph={graph} lit={lit} selected={selected} />
      )}
    </>
  );
}

function GraphTable({ graph: { agents, handovers } }: { readonly graph: CallGraph }) {
  return (
    <section className="sect">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Called</th>
            <th scope="col" className="num">
              Times
            </th>
            <th scope="col" className="num">
              Errors
            </th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ name, modelCalls, tools }) => [
            <tr key={name}>
              <td>{name}</td>
              <td>models</td>
              <td className="num">{modelCalls}</td>
              <td className="num" />
            </tr>,
            ...tools.map((tool) => (
              <tr key={`${name} ${tool.name}`}>
                <td>{name}</td>
                <td className="mono">{tool.name}</td>
                <td className="num">{tool.count}</td>
                <td className="num">{tool.errors}</td>
              </tr>
            )),
          ])}
          {handovers.map(({ from, to, count }) => (
            <tr key={`${from} ${to}`}>
              <td>{from}</td>
              <td>handed over to {to}</td>
              <td className="num">{count}</td>
              <td className="num" />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
