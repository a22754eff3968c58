import { Link } from "@tanstack/react-router";
import type { PathGraph } from "../../../../core/analysis/path-graph.ts";
import { Glyph } from "../../../components/glyph.tsx";
import type { ShownCase } from "../use-case.ts";
import { wordOf } from "./path-drawing.tsx";

interface EdgeTableProps {
  readonly shown: ShownCase;
  readonly graph: PathGraph;
  readonly chosen: number | undefined;
  readonly onChoose: (edge: number) => void;
}

/** The same as the drawing: from which step to which, and the trials that went there. */
export function EdgeTable({ shown, graph: { nodes, edges }, chosen, onChoose }: EdgeTableProps) {
  const { run, data } = shown;
  const { evalId, evalSetId: set } = data.result;
  const statusOf = new Map(data.row.trials.map((each) => [each.trial, each]));
  return (
    <table className="tbl edges" aria-label="Steps from one to the next">
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">Trials</th>
        </tr>
      </thead>
      <tbody>
        {edges.map(({ from, to, trials }, at) => {
          const [start, end] = [nodes[from], nodes[to]];
          if (start === undefined || end === undefined) return null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the edge's name
            <tr key={at} aria-selected={at === chosen}>
              <th scope="row">
                <button
                  type="button"
                  className="btn s ghost mono"
                  aria-pressed={at === chosen}
                  onClick={() => onChoose(at)}
                >
                  {wordOf(start)}
                </button>
              </th>
              <td className="mono">{wordOf(end)}</td>
              <td>
                <span className="repeats">
                  {trials.map((trial) => {
                    const own = statusOf.get(trial);
                    return (
                      <Link
                        key={trial}
                        to="/runs/$run/cases/$evalId"
                        params={{ run, evalId }}
                        search={(before) => ({
                          ...before,
                          set,
                          trial: trial + 1,
                          turn: undefined,
                          step: undefined,
                        })}
                        aria-current={trial === data.result.trial ? "true" : undefined}
                      >
                        <Glyph
                          state={
                            own === undefined
                              ? "pending"
                              : own.erred === true
                                ? "errored"
                                : own.status
                          }
                        />
                        {trial + 1}
                      </Link>
                    );
                  })}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
