import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { pathGraph } from "../../../../core/analysis/path-graph.ts";
import { plural } from "../../../../core/text/plural.ts";
import { Problem } from "../../../components/problem.tsx";
import { type ShownCase, usePaths } from "../use-case.ts";
import { EdgeTable } from "./edge-table.tsx";
import { chancesOf, PassChances } from "./pass-chances.tsx";
import { PathDrawing, wordOf } from "./path-drawing.tsx";

const from = "/runs/$run/cases/$evalId";

/** Where the trials of a case parted, and where they met again. */
export function PathsView({ shown }: { readonly shown: ShownCase }) {
  const { edge } = useSearch({ from });
  const navigate = useNavigate({ from });
  const { data, error } = usePaths(shown);
  const graph = useMemo(() => pathGraph(data?.paths ?? []), [data]);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <div className="wait-block" aria-busy="true" />;
  const { paths } = data;
  const trials = paths.reduce((sum, path) => sum + path.inTrials.length, 0);
  const chosen = edge === undefined ? undefined : edge - 1;
  const choose = (at: number) =>
    void navigate({
      search: (now) => ({ ...now, edge: at === chosen ? undefined : at + 1 }),
      replace: true,
    });
  const ways =
    paths.length === 1
      ? `All ${plural(trials, "trial")} went one way.`
      : `${plural(trials, "trial")} went ${paths.length} ways.`;
  return (
    <>
      <div className="bar">
        <h2>Paths</h2>
        <span className="small muted">{ways}</span>
        <Link
          className="btn s push"
          to="."
          search={(now) => ({ ...now, paths: undefined, edge: undefined })}
        >
          Back to the turns{" "}
          <span className="kbd" aria-hidden="true">
            g p
          </span>
        </Link>
      </div>
      <p className="note" role="status">
        <span>{sentence(graph, chosen, shown)}</span>
      </p>
      <section
        className="pathscroll"
        aria-label="Paths as a drawing"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
      >
        <PathDrawing
          graph={graph}
          trial={shown.data.result.trial}
          trials={trials}
          chosen={chosen}
          label={`${ways} The table below has every step.`}
          onChoose={choose}
        />
      </section>
      <PassChances chances={chancesOf(shown.data.row.trials)} />
      <EdgeTable shown={shown} graph={graph} chosen={chosen} onChoose={choose} />
    </>
  );
}

function sentence(
  { nodes, edges }: ReturnType<typeof pathGraph>,
  chosen: number | undefined,
  { data }: ShownCase,
): string {
  const edge = edges[chosen ?? -1];
  const [start, end] = [nodes[edge?.from ?? -1], nodes[edge?.to ?? -1]];
  if (edge === undefined || start === undefined || end === undefined) {
    return "The thicker a line, the more trials went along it. Press one to see which.";
  }
  const own = data.row.trials.filter(({ trial }) => edge.trials.includes(trial));
  const passed = own.filter(({ status }) => status === "passed").length;
  const numbers = edge.trials.map((trial) => trial + 1).join(", ");
  const noun = edge.trials.length === 1 ? "trial" : "trials";
  return `From ${wordOf(start)} to ${wordOf(end)}: ${noun} ${numbers}, of which ${passed} passed.`;
}
