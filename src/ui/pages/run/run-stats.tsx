import { wilson } from "../../../statistics/rates/wilson.ts";
import { Range } from "../../components/range.tsx";
import type { Reply } from "../../lib/api.ts";
import { percentText, secondsText } from "../../lib/words.ts";

type Run = Reply<"GET /runs/:run">;

/** The numbers of a run: a rate never stands without its interval and its n. */
export function RunStats({ run }: { readonly run: Run }) {
  const { totals, modelCalls, toolCalls, startedAt, endedAt } = run;
  const evaluated = totals.passed + totals.failed;
  const interval = wilson(totals.passed, evaluated);
  return (
    <dl className="stats">
      <div>
        <dt>
          Pass rate, {totals.passed} of {evaluated} evaluated
        </dt>
        <dd className="big">
          {evaluated === 0 ? "none" : percentText(totals.passed / evaluated)}
          {interval !== null && <Range at={totals.passed / evaluated} interval={interval} />}
          {interval !== null && (
            <small>
              {Math.round(100 * interval[0])} to {Math.round(100 * interval[1])}%
            </small>
          )}
        </dd>
      </div>
      {totals.flaky > 0 && (
        <div>
          <dt>Flaky</dt>
          <dd>{totals.flaky}</dd>
        </div>
      )}
      {modelCalls.calls > 0 && (
        <div>
          <dt>Model calls of ours</dt>
          <dd>{modelCalls.calls}</dd>
        </div>
      )}
      <div>
        <dt>Tool calls</dt>
        <dd>{toolCalls}</dd>
      </div>
      {endedAt !== undefined && (
        <div>
          <dt>Duration</dt>
          <dd>{secondsText((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)}</dd>
        </div>
      )}
    </dl>
  );
}
