import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Glyph } from "../../../components/glyph.tsx";
import { countText, dollarsText } from "../../../lib/amounts.ts";
import { call } from "../../../lib/api.ts";
import { secondsText } from "../../../lib/words.ts";
import { stateOfRow } from "../matrix/cell-state.ts";
import type { Run } from "../use-run.ts";

const SHOWN = 20;

/** The cases that took the most: of money where that is known, else of time. */
export function CostliestCases({ run }: { readonly run: Run }) {
  const { data } = useQuery({
    queryKey: ["run", run.runId, "costliest"],
    queryFn: async ({ signal }) => {
      const ask = (sort: string) =>
        call("GET /runs/:run/cases", {
          params: { run: run.runId },
          query: { sort, limit: SHOWN },
          signal,
        });
      const byCost = await ask("cost");
      const isKnown = byCost.rows.some((row) => "evalId" in row && row.cost !== undefined);
      return isKnown ? byCost : await ask("latency");
    },
  });
  const rows = data?.rows.flatMap((row) => ("evalId" in row ? [row] : [])) ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="sect full">
      <h2>Cases that took the most</h2>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col" className="num">
              Cost
            </th>
            <th scope="col" className="num">
              Latency
            </th>
            <th scope="col" className="num">
              Tokens
            </th>
            <th scope="col" className="num">
              Judging
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.evalSetId} ${row.evalId}`}>
              <th scope="row">
                <Link
                  className="row plain"
                  to="/runs/$run/cases/$evalId"
                  params={{ run: run.runId, evalId: row.evalId }}
                  search={{ set: row.evalSetId }}
                >
                  <Glyph state={stateOfRow(row)} />
                  <code className="clip">{row.evalId}</code>
                </Link>
              </th>
              <td className="num">{known(row.cost, dollarsText)}</td>
              <td className="num">{known(row.latency, secondsText)}</td>
              <td className="num">{known(row.tokens, countText)}</td>
              <td className="num">{known(row.judging, dollarsText)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function known(value: number | undefined, format: (value: number) => string) {
  return value === undefined ? <span className="faint">unknown</span> : format(value);
}
