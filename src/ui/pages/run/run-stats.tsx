import type { ReactNode } from "react";
import { Range } from "../../components/range.tsx";
import { casesText, countText, dollarsText, numberText, pointsText } from "../../lib/amounts.ts";
import { passRateName } from "../../lib/pass-rate-name.ts";
import { percentText, secondsText } from "../../lib/words.ts";
import type { Baseline, Columns, Run } from "./use-run.ts";

interface RunStatsProps {
  readonly run: Run;
  readonly columns: Columns | undefined;
  readonly baseline: Baseline | undefined;
  /** Whether the baseline is still being asked for: its room is kept, so that nothing moves once it is there. */
  readonly isComing: boolean;
}

/** The numbers of a run: a rate never stands without its interval and its n. */
export function RunStats({ run, columns, baseline, isComing }: RunStatsProps) {
  const { totals, reliability, passRate } = run;
  const { interval, of: evaluated } = passRate;
  const rate = passRate.passed / evaluated;
  const before = baseline?.runId === undefined ? undefined : baseline.comparison.passRate.a.mean;
  const hat = reliability?.chances.at(-1);
  return (
    <dl className="stats">
      <div>
        <dt>{passRateName(passRate)}</dt>
        <dd className="big">
          {evaluated === 0 ? "none" : percentText(rate)}
          {interval !== null && <Range at={rate} interval={interval} reference={before} />}
          {interval !== null && <small>{rangeText(interval)}</small>}
        </dd>
      </div>
      {isComing ? <AgainstComing /> : <Against baseline={baseline} />}
      {hat?.passHatK && (
        <Stat
          name={`All ${hat.k} trials pass`}
          title={`pass^${hat.k}: the chance that every one of ${hat.k} trials of a case passes`}
        >
          {percentText(hat.passHatK.mean)}
          <small>
            {hat.passHatK.interval === null ? "" : `${rangeText(hat.passHatK.interval)}, `}any of{" "}
            {hat.k} {hat.passAtK === null ? "unknown" : percentText(hat.passAtK.mean)}
          </small>
        </Stat>
      )}
      {totals.flaky > 0 && <Stat name="Flaky">{numberText(totals.flaky)}</Stat>}
      <Cost run={run} columns={columns} />
      <Latency columns={columns} />
      {columns?.totals.tokens !== undefined && (
        <Stat
          name="Tokens"
          title={`${numberText(columns.totals.tokens)} tokens of the agent's models`}
        >
          {countText(columns.totals.tokens)}
        </Stat>
      )}
      <Duration run={run} />
    </dl>
  );
}

interface StatProps {
  readonly name: string;
  readonly title?: string;
  readonly children: ReactNode;
}

function Stat({ name, title, children }: StatProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** As wide as the usual one. */
function AgainstComing() {
  return (
    <div className="coming" aria-hidden="true">
      <dt>Against 0000, same 00 cases</dt>
      <dd>
        +0 pts
        <small>
          −0 pts to +0 pts<span className="wide">, 0 broke, 0 fixed</span>
        </small>
      </dd>
    </div>
  );
}

function Against({ baseline }: Pick<RunStatsProps, "baseline">) {
  if (baseline?.runId === undefined) return null;
  const { comparison, shortId, name, text } = baseline;
  const { difference, b } = comparison.passRate;
  const { estimate, interval } = difference;
  if (estimate === null) return null;
  const count = (change: string) =>
    comparison.cases.filter((each) => each.change === change).length;
  return (
    <Stat name={`Against ${name ?? shortId}, same ${casesText(b.n)}`} title={text}>
      {pointsText(estimate)}
      <small>
        {interval === null ? "" : `${pointsText(interval[0])} to ${pointsText(interval[1])}`}
        <span className="wide">
          {interval === null ? "" : ", "}
          {count("broke")} broke, {count("fixed")} fixed
        </span>
      </small>
    </Stat>
  );
}

/** What is not known is said to be so, and is never nothing. */
function Cost({ run, columns }: Pick<RunStatsProps, "run" | "columns">) {
  if (columns === undefined) return null;
  const { calls, cost: judging } = run.modelCalls;
  const agent = columns.totals.cost;
  if (agent === undefined && calls === 0) return null;
  const known = columns.figures.cost.n;
  const cases = run.totals.cases - run.totals.notRun;
  const all = calls === 0 ? [agent] : [agent, judging];
  const sum = all.reduce(
    (total, each) => (each === undefined ? total : (total ?? 0) + each),
    undefined,
  );
  const parts = [
    agent === undefined ? "the agent's unknown" : "",
    agent !== undefined && known < cases ? `${numberText(known)} of ${casesText(cases)} known` : "",
    calls > 0 ? `judging ${judging === undefined ? "unknown" : dollarsText(judging)}` : "",
  ].filter((part) => part !== "");
  return (
    <Stat name="Cost">
      {sum === undefined ? "unknown" : dollarsText(sum)}
      {parts.length > 0 && <small>{parts.join(", ")}</small>}
    </Stat>
  );
}

function Latency({ columns }: Pick<RunStatsProps, "columns">) {
  const latency = columns?.figures.latency;
  if (latency === undefined || latency.p50 === null || latency.p95 === null) return null;
  return (
    <Stat name="Latency p50 / p95" title="Seconds that the agent took for a whole conversation">
      {secondsText(latency.p50)} / {secondsText(latency.p95)}
    </Stat>
  );
}

function Duration({ run }: Pick<RunStatsProps, "run">) {
  const { startedAt, endedAt, resumes } = run;
  if (endedAt === undefined) return null;
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return (
    <Stat name="Duration">
      {secondsText(seconds)}
      {resumes > 0 && <small>{resumes === 1 ? "with a break" : `with ${resumes} breaks`}</small>}
    </Stat>
  );
}

function rangeText([low, high]: readonly [number, number]): string {
  return `${Math.round(100 * low)} to ${Math.round(100 * high)}%`;
}
