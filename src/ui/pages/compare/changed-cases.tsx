import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { ComparedCase, Comparison } from "../../../core/analysis/comparison.ts";
import { Glyph } from "../../components/glyph.tsx";
import { numberText } from "../../lib/amounts.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import type { Change } from "./compare-search.ts";
import { signedScore } from "./figures.ts";
import { shownCase } from "./shown-case.ts";

const PAGE = 200;

/** Cases that came out otherwise, newly failing first; those that are the same in both are only counted. */
export function ChangedCases({ comparison }: { readonly comparison: Comparison }) {
  const search = useSearch({ from: "/compare" });
  const list = useRef<HTMLElement>(null);
  useRowKeys(list, { noun: "changed case", hasFailures: true });
  const [shownCount, setCount] = useState(PAGE);
  const { cases } = comparison;
  const wanted = cases.filter(({ change }) => search.show === undefined || change === search.show);
  const current = shownCase(comparison, search);
  if (cases.length === 0) {
    return (
      <section className="pane" aria-label="Changed cases">
        <div className="bar">
          <h2>Changed cases</h2>
        </div>
        <p className="empty">Every case came out the same in both.</p>
      </section>
    );
  }
  return (
    <section className="pane" aria-label="Changed cases" ref={list}>
      <div className="bar">
        <h2>Changed cases</h2>
        <span className="small muted wide">newly failing first</span>
        <Filter cases={cases} />
      </div>
      <table className="tbl changed">
        <colgroup>
          <col className="which" />
          <col />
          <col className="by" />
        </colgroup>
        <thead className="sr">
          <tr>
            <th scope="col">Case</th>
            <th scope="col">What is different</th>
            <th scope="col">Largest difference, B − A</th>
          </tr>
        </thead>
        <tbody>
          {wanted.slice(0, shownCount).map((each) => (
            <Row
              key={`${each.evalSetId}/${each.evalId}`}
              each={each}
              isCurrent={each === current}
            />
          ))}
        </tbody>
      </table>
      {wanted.length > shownCount && (
        <button type="button" className="btn" onClick={() => setCount(shownCount + PAGE)}>
          Show {numberText(Math.min(PAGE, wanted.length - shownCount))} more
        </button>
      )}
    </section>
  );
}

const words: readonly (readonly [Change, string])[] = [
  ["broke", "Broke"],
  ["fixed", "Fixed"],
  ["worse", "Worse"],
  ["better", "Better"],
  ["not-evaluated", "No verdict in B"],
  ["evaluated", "Verdict only in B"],
];

function Filter({ cases }: Pick<Comparison, "cases">) {
  const { show } = useSearch({ from: "/compare" });
  const navigate = useNavigate({ from: "/compare" });
  const choose = (change: Change | undefined) =>
    navigate({
      search: (now) => ({ ...now, show: change, case: undefined, set: undefined }),
      replace: true,
    });
  const counts = words.map(
    ([change, word]) =>
      [change, word, cases.filter((each) => each.change === change).length] as const,
  );
  return (
    <fieldset className="seg push" aria-label="Which changes">
      <button type="button" aria-pressed={show === undefined} onClick={() => choose(undefined)}>
        All {numberText(cases.length)}
      </button>
      {counts
        .filter(([, , count]) => count > 0)
        .map(([change, word, count]) => (
          <button
            key={change}
            type="button"
            aria-pressed={show === change}
            onClick={() => choose(change)}
          >
            {word} {numberText(count)}
          </button>
        ))}
    </fieldset>
  );
}

interface RowProps {
  readonly each: ComparedCase;
  readonly isCurrent: boolean;
}

function Row({ each, isCurrent }: RowProps) {
  const { evalId, evalSetId, a, b, what, change } = each;
  return (
    <tr aria-selected={isCurrent}>
      <th scope="row">
        <Link
          className="row plain"
          to="/compare"
          search={(now) => ({ ...now, case: evalId, set: evalSetId })}
          aria-current={isCurrent ? "true" : undefined}
          data-row={b.status === "failed" ? "failed" : ""}
          replace
        >
          <Glyph state={a.status} />
          <span aria-hidden="true" className="faint">
            →
          </span>
          <Glyph state={b.status} />
          <span className="mono clip">{evalId}</span>
        </Link>
      </th>
      <td className="what" title={what}>
        {what ?? changeWords[change]}
      </td>
      <td className="num">
        <strong>{largestText(each)}</strong>
      </td>
    </tr>
  );
}

const changeWords: Readonly<Record<Change, string>> = {
  broke: "passed in A, failed in B",
  fixed: "failed in A, passed in B",
  worse: "scores worse",
  better: "scores better",
  "not-evaluated": "has no verdict in B",
  evaluated: "had no verdict in A",
};

function largestText({ differences }: ComparedCase): string {
  const values = Object.values(differences);
  const [first, ...rest] = values;
  if (first === undefined) return "";
  return signedScore(
    rest.reduce((one, each) => (Math.abs(each) > Math.abs(one) ? each : one), first),
  );
}
