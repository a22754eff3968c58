import { Link } from "@tanstack/react-router";
import { metricName } from "../../../core/text/metric-name.ts";
import { Glyph } from "../../components/glyph.tsx";
import { Range } from "../../components/range.tsx";
import type { Reply } from "../../lib/api.ts";
import { percentText, scoreText, timeText } from "../../lib/words.ts";

type Judge = Reply<"GET /judges">["judges"][number];

export function JudgeRow({ judge }: { readonly judge: Judge }) {
  const { metric, model, labels, answers, check, redteam, lastAsked } = judge;
  return (
    <tr>
      <th scope="row">
        <Link
          to="/judges/$judge"
          params={{ judge: metric }}
          search={{ model }}
          data-row=""
          title={metric}
          className="capital"
        >
          {metricName(metric)}
        </Link>
      </th>
      <td className="mono">{model}</td>
      <td>
        <Kappa judge={judge} />
      </td>
      <td className="num">{labels}</td>
      <td className="num wide">{answers}</td>
      <td>
        <Check check={check} />
      </td>
      <td className="wide">
        {redteam === undefined ? (
          <span className="faint">not attacked yet</span>
        ) : redteam.passes === null ? (
          <span className="row">
            <Glyph state="not-evaluated" /> no verdict
          </span>
        ) : (
          <span className="row">
            <Glyph state={redteam.passes === 0 ? "passed" : "failed"} />
            {percentText(redteam.passes)} of {redteam.of} got through
          </span>
        )}
      </td>
      <td className="small muted wide">
        {lastAsked === undefined ? "in no run" : timeText(lastAsked)}
      </td>
    </tr>
  );
}

function Kappa({ judge: { isLabelled, kappa, interval, verdict } }: { readonly judge: Judge }) {
  if (!isLabelled) return <span className="faint">cannot be labelled</span>;
  if (kappa === null || verdict === undefined) return <span className="faint">no labels yet</span>;
  const state =
    verdict === "agrees" ? "passed" : verdict === "disagrees" ? "failed" : "not-evaluated";
  return (
    <span className="row">
      <Glyph state={state} />
      <strong>{scoreText(kappa)}</strong>
      {interval !== null && (
        <Range
          at={Math.max(0, kappa)}
          interval={[Math.max(0, interval[0]), Math.max(0, interval[1])]}
        />
      )}
      {interval !== null && (
        <span className="small muted">
          {scoreText(interval[0])} to {scoreText(interval[1])}
        </span>
      )}
    </span>
  );
}

function Check({ check }: Pick<Judge, "check">) {
  if (check === undefined) return <span className="faint">not asked</span>;
  const { graded, detail } = check;
  if (graded === undefined) {
    return (
      <span className="small clip" title={detail}>
        {detail}
      </span>
    );
  }
  return (
    <span className="row" title={detail}>
      <Glyph state={graded.status === "fit" ? "passed" : "failed"} />
      {graded.right} of {graded.of} right
    </span>
  );
}
