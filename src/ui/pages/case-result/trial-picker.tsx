import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import { call } from "../../lib/api.ts";

/** The trials of a case of which the one that was asked for cannot be shown. */
export function TrialPicker() {
  const { run, evalId } = useParams({ from: "/runs/$run/cases/$evalId" });
  const { set = "", trial: shown = 1 } = useSearch({ from: "/runs/$run/cases/$evalId" });
  const { data } = useQuery({
    queryKey: ["run", run, "cases", "one", evalId],
    queryFn: ({ signal }) =>
      call("GET /runs/:run/cases", {
        params: { run },
        query: { filter: `case:${JSON.stringify(evalId)}` },
        signal,
      }),
  });
  const row = data?.rows.flatMap((each) => ("evalId" in each ? [each] : []));
  const own = row?.find((each) => each.evalId === evalId && each.evalSetId === set);
  const others = own?.trials.filter(({ trial }) => trial + 1 !== shown) ?? [];
  if (others.length === 0) return null;
  return (
    <section className="sect">
      <h2>Its other trials</h2>
      <div className="repeats">
        {others.map(({ trial, status, erred }) => (
          <Link
            key={trial}
            to="/runs/$run/cases/$evalId"
            params={{ run, evalId }}
            search={{ set, trial: trial + 1 }}
          >
            <Glyph state={erred === true ? "errored" : status} />
            {trial + 1}
          </Link>
        ))}
      </div>
    </section>
  );
}
