import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../lib/api.ts";
import type { PlannedMetric } from "./launch-state.ts";

interface GapNoteProps {
  readonly gap: NonNullable<PlannedMetric["gap"]>;
  /** Paths of the sets that are chosen. */
  readonly evalSets: readonly string[];
}

/** How many of the cases have no score by a metric, why, and where to begin with them. */
export function GapNote({ gap: { why, cases, count }, evalSets }: GapNoteProps) {
  const { data } = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  const [path, ...others] = evalSets;
  const set = others.length === 0 ? data?.sets.find((each) => each.path === path) : undefined;
  const [first = ""] = cases;
  const words = count === 1 ? "1 case gives no score" : `${count} cases give no score`;
  const title = `${why} ${cases.join(", ")}${count > cases.length ? " and more" : ""}`;
  return (
    <small title={title}>
      {set === undefined ? (
        words
      ) : (
        <Link to="/sets/$set/cases/$evalId" params={{ set: set.id, evalId: first }}>
          {words}
        </Link>
      )}
    </small>
  );
}
