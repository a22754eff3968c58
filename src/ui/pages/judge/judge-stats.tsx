import { Link } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import { wilson } from "../../../statistics/rates/wilson.ts";
import { Glyph } from "../../components/glyph.tsx";
import { Range } from "../../components/range.tsx";
import { dollarsText } from "../../lib/amounts.ts";
import { percentText, scoreText } from "../../lib/words.ts";
import type { ShownJudge } from "./shown-judge.ts";

/** The numbers that the verdict rests on, each with its interval and its n. */
export function JudgeStats({ shown }: { readonly shown: ShownJudge }) {
  const { calibration, given, corrected, newest, cost } = shown;
  const { kappa, labels } = calibration;
  return (
    <dl className="stats">
      <div>
        <dt>
          Judge’s pass rate
          {given !== undefined &&
            `, ${Math.round(given.rate * given.of)} of ${plural(given.of, "answer")}`}
        </dt>
        <dd>
          {given === undefined ? (
            <small>no verdict in the last runs</small>
          ) : (
            <>
              {percentText(given.rate)}
              <Interval
                at={given.rate}
                ends={wilson(Math.round(given.rate * given.of), given.of)}
              />
            </>
          )}
          {newest !== undefined && (
            <small>
              in{" "}
              <Link to="/runs/$run" params={{ run: newest.runId }}>
                {newest.shortId}
              </Link>
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>Corrected with {plural(labels, "label")}</dt>
        <dd className={corrected !== undefined && "rate" in corrected ? "big" : undefined}>
          {corrected === undefined ? (
            <small>needs labels</small>
          ) : "refused" in corrected ? (
            <small>refused. {corrected.refused}</small>
          ) : (
            <>
              {percentText(corrected.rate)}
              <Interval at={corrected.rate} ends={corrected.interval} reference={given?.rate} />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Kappa, {plural(labels, "label")}</dt>
        <dd>
          {kappa?.kappa == null ? <small>unknown</small> : scoreText(kappa.kappa)}
          {kappa?.interval != null && (
            <small>
              {scoreText(kappa.interval[0])} to {scoreText(kappa.interval[1])}
            </small>
          )}
        </dd>
      </div>
      <MayGate calibration={calibration} />
      <div className="wide">
        <dt>Judging cost</dt>
        <dd>
          {cost === undefined ? (
            <small>unknown</small>
          ) : (
            <>
              {dollarsText(cost.dollars / cost.answers)} <small>an answer</small>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

interface IntervalProps {
  readonly at: number;
  readonly ends: readonly [number, number] | null;
  readonly reference?: number | undefined;
}

function Interval({ at, ends, reference }: IntervalProps) {
  if (ends === null) return null;
  return (
    <>
      <Range at={at} interval={ends} reference={reference} />
      <small title="95% interval">
        {Math.round(100 * ends[0])} to {Math.round(100 * ends[1])}%
      </small>
    </>
  );
}

/** Whether a gate may rest on it: only where it surely tells right from wrong better than a coin. */
function MayGate({ calibration }: Pick<ShownJudge, "calibration">) {
  const { sensitivity, specificity } = calibration.classifier;
  const [low, other] = [sensitivity.interval?.[0], specificity.interval?.[0]];
  const sum = low === undefined || other === undefined ? undefined : low + other;
  const isSure = sum !== undefined && sum > 1;
  return (
    <div className="wide">
      <dt>May it gate?</dt>
      <dd>
        <Glyph
          state={sum === undefined ? "not-evaluated" : isSure ? "passed" : "failed"}
          isSilent
        />
        {sum === undefined ? "Not known" : isSure ? "Yes" : "Not yet"}
        <small>
          {sum === undefined
            ? "needs labels of both kinds"
            : `sensitivity + specificity at least ${sum.toFixed(2)}, needs more than 1`}
        </small>
      </dd>
    </div>
  );
}
