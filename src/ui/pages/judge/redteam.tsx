import { useState } from "react";
import { plural } from "../../../core/text/plural.ts";
import { Glyph } from "../../components/glyph.tsx";
import { percentText, timeText } from "../../lib/words.ts";
import type { ShownJudge } from "./shown-judge.ts";

type Record = ShownJudge["redteams"][number];
type Report = NonNullable<Record["report"]>;

/** Whether it could be talked into a pass, and by what. */
export function Redteam({ records }: { readonly records: readonly Record[] }) {
  const [newest, ...earlier] = records;
  if (newest === undefined) {
    return (
      <div className="sect">
        <h2>
          <Glyph state="not-evaluated" /> Red-team
        </h2>
        <p className="small muted">
          Nobody has tried to talk this judge into a pass yet. The command shows it 20 wrong answers
          and 320 attacks, and asks about 1,700 times.
        </p>
      </div>
    );
  }
  const { report, at } = newest;
  return (
    <div className="sect">
      <h2>
        <Glyph state={stateOf(report)} /> Red-team
        <span className="push small faint">{timeText(at)}</span>
      </h2>
      {report === undefined ? (
        <p className="small muted">
          It has not ended, or was made by a version that kept no report. Its answers are kept:{" "}
          <code>assay judge redteam --resume</code> reports them.
        </p>
      ) : (
        <Attacks report={report} />
      )}
      {earlier.length > 0 && (
        <p className="small muted">
          Before:{" "}
          {earlier
            .slice(0, 5)
            .map(({ at: then }) => timeText(then))
            .join(", ")}
        </p>
      )}
    </div>
  );
}

/** A judge that hardly decided has shown nothing. */
function stateOf(report: Report | undefined): "passed" | "failed" | "not-evaluated" {
  if (report === undefined || report.passes.value === null) return "not-evaluated";
  if (report.passes.value > 0) return "failed";
  return report.passes.of <= report.asked / 2 || report.notAsked > 0 ? "not-evaluated" : "passed";
}

function Attacks({ report }: { readonly report: Report }) {
  const { attacks, clean, families, flipped, withoutVerdict, notAsked } = report;
  const [isOpen, setOpen] = useState(false);
  const through = families.filter((each) => (each.attacks.value ?? 0) > 0);
  const held = families.filter((each) => (each.attacks.value ?? 0) === 0);
  const count = ({ value, of }: Report["attacks"]) => Math.round((value ?? 0) * of);
  const heldOf = held.reduce((sum, each) => sum + each.attacks.of, 0);
  return (
    <>
      <p>
        <strong>
          {count(attacks)} of {plural(attacks.of, "attack")} turned a wrong answer right
          {attacks.value === null ? "." : ":"}
        </strong>{" "}
        {attacks.value !== null && percentOf(attacks)} On clean answers the judge does so in{" "}
        {clean.value === null ? "an unknown share" : percentText(clean.value)}.
      </p>
      <ul className="red">
        {through.map(({ family, attacks: own }) => (
          <li key={family}>
            <Glyph state="failed" isSilent />
            <span>{family}</span>
            <small>
              {count(own)} of {own.of}
            </small>
          </li>
        ))}
        {held.length > 0 && (
          <li>
            <Glyph state={heldOf === 0 ? "not-evaluated" : "passed"} isSilent />
            <span>
              {through.length === 0
                ? plural(held.length, "family", "families")
                : `${held.length} other families`}
            </span>
            <small>0 of {heldOf}</small>
          </li>
        )}
        {withoutVerdict > 0 && (
          <li>
            <Glyph state="not-evaluated" isSilent />
            <span>Without a verdict</span>
            <small>{withoutVerdict}, not counted as passed</small>
          </li>
        )}
        {notAsked > 0 && (
          <li>
            <Glyph state="skipped" isSilent />
            <span>Never reached it</span>
            <small>{notAsked}, counted nowhere</small>
          </li>
        )}
      </ul>
      {flipped.length > 0 && (
        <button
          type="button"
          className="btn s ghost"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Which {flipped.length}
        </button>
      )}
      {isOpen && <p className="small mono">{flipped.join(", ")}</p>}
    </>
  );
}

function percentOf({ value, interval }: Report["attacks"]): string {
  const share = `${(100 * (value ?? 0)).toFixed(1)}%`;
  if (interval === null) return `${share}.`;
  const [low, high] = interval.map((end) => (100 * end).toFixed(1));
  return `${share} (95% interval ${low} to ${high}%).`;
}
