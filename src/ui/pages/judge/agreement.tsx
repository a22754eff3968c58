import { Link } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import { wilson } from "../../../statistics/rates/wilson.ts";
import { Range } from "../../components/range.tsx";
import { percentText, scoreText } from "../../lib/words.ts";
import type { Shown } from "./judge-search.ts";
import type { ShownJudge } from "./shown-judge.ts";

/** What people and the judge said, counted, and the figures made of it. */
export function Agreement({ shown }: { readonly shown: ShownJudge }) {
  const { calibration, labels } = shown;
  const { notEvaluated, labels: count, ac1 } = calibration;
  return (
    <>
      <div className="sect">
        <h2>
          Labels against the judge <span className="push small faint">{count}</span>
        </h2>
        <Table shown={shown} />
        {notEvaluated > 0 && (
          <p className="small muted">
            {plural(notEvaluated, "label")} without a verdict of the judge, in no number.
          </p>
        )}
        {labels.elsewhere > 0 && (
          <p className="small muted">
            {plural(labels.elsewhere, "label")} of {labels.path}{" "}
            {labels.elsewhere === 1 ? "is" : "are"} about answers that it was not asked about in the
            last runs; the command asks.
          </p>
        )}
      </div>
      <div className="sect">
        <h2>
          Measures <span className="small muted">95% intervals</span>
        </h2>
        <Measures calibration={calibration} />
        {ac1 !== null && (
          <p className="small muted">
            AC1 is {scoreText(ac1)}. It stands beside kappa, which falls when one answer is common.
          </p>
        )}
      </div>
    </>
  );
}

/** Agreement is ink on paper, error is red by its share. */
function Table({ shown }: { readonly shown: ShownJudge }) {
  const { truePass, falseFail, falsePass, trueFail } = shown.calibration.counts;
  return (
    <table className="cm">
      <thead>
        <tr>
          <td />
          <th scope="col">judge: right</th>
          <th scope="col">judge: wrong</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">people: right</th>
          <td>
            <span>
              <b>{truePass}</b>agree
            </span>
          </td>
          <Wrong shown={shown} show="strict" count={falseFail} of={truePass + falseFail} />
        </tr>
        <tr>
          <th scope="row">people: wrong</th>
          <Wrong shown={shown} show="lenient" count={falsePass} of={falsePass + trueFail} />
          <td>
            <span>
              <b>{trueFail}</b>agree
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

interface WrongProps {
  readonly shown: ShownJudge;
  readonly show: Shown;
  readonly count: number;
  readonly of: number;
}

function Wrong({ shown: { metric, model }, show, count, of }: WrongProps) {
  const share = of === 0 ? 0 : count / of;
  return (
    <td className={share > 0.1 ? "bad2" : share > 0 ? "bad" : undefined}>
      <Link to="/judges/$judge" params={{ judge: metric }} search={{ model, list: show }}>
        <b>{count}</b>
        {show === "strict" ? "too strict" : "too lenient"}
      </Link>
    </td>
  );
}

function Measures({ calibration }: Pick<ShownJudge, "calibration">) {
  const { counts, kappa, classifier } = calibration;
  const { truePass, falseFail, falsePass, trueFail } = counts;
  const agreed = truePass + trueFail;
  const all = agreed + falseFail + falsePass;
  const { sensitivity, specificity } = classifier;
  return (
    <ul className="meas">
      <Measure
        name="Agreement"
        value={all === 0 ? null : agreed / all}
        interval={wilson(agreed, all)}
        of={`${agreed} of ${plural(all, "label")}`}
      />
      <Measure
        name="Kappa"
        value={kappa?.kappa ?? null}
        interval={kappa?.interval ?? null}
        of="on a scale from 0 to 1"
        isScore
      />
      <Measure
        name="Sensitivity"
        value={sensitivity.value}
        interval={sensitivity.interval}
        of={`passes ${truePass} of ${plural(truePass + falseFail, "right answer")}`}
      />
      <Measure
        name="Specificity"
        value={specificity.value}
        interval={specificity.interval}
        of={`fails ${trueFail} of ${plural(falsePass + trueFail, "wrong answer")}`}
      />
    </ul>
  );
}

interface MeasureProps {
  readonly name: string;
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly of: string;
  readonly isScore?: boolean;
}

function Measure({ name, value, interval, of, isScore = false }: MeasureProps) {
  const text = (share: number) => (isScore ? scoreText(share) : percentText(share));
  const ends = interval && ([Math.max(0, interval[0]), Math.max(0, interval[1])] as const);
  return (
    <li>
      <span>{name}</span>
      {value !== null && ends !== null ? (
        <Range at={Math.max(0, value)} interval={ends} />
      ) : (
        <span />
      )}
      <strong>{value === null ? "unknown" : text(value)}</strong>
      <small>
        {interval !== null &&
          (isScore
            ? `${scoreText(interval[0])} to ${scoreText(interval[1])}, `
            : `${Math.round(100 * interval[0])} to ${Math.round(100 * interval[1])}%: `)}
        {of}
      </small>
    </li>
  );
}
