import type { HtmlReport } from "../../core/analysis/html-report.ts";
import { Glyph, type State } from "../components/glyph.tsx";
import { Icon } from "../components/icon.tsx";
import { QuarantineNote } from "../components/quarantine/quarantine-note.tsx";
import { Range } from "../components/range.tsx";
import { JudgeCheckNote } from "../components/status/judge-check-note.tsx";
import { numberText } from "../lib/amounts.ts";
import { passRateName } from "../lib/pass-rate-name.ts";
import { percentText, secondsText } from "../lib/words.ts";
import { GateAnswers } from "../pages/run/gate-answers.tsx";
import { runSentence } from "../pages/run/run-sentence.ts";

/** The verdict in words, what was measured with what, and the numbers of the whole. */
export function ReportHead({ report }: { readonly report: HtmlReport }) {
  const { name, runId, sets, status, state, endDetail, totals, gates, sentence, startedAt } =
    report;
  const title = name ?? sets.map(({ evalSetId }) => evalSetId).join(", ");
  return (
    <>
      <p className="brand">
        <Icon name="mark" />
        Assay report
        <span className="push">{new Date(startedAt).toLocaleString("en-GB", when)}</span>
        <button type="button" className="btn s screen" onClick={() => window.print()}>
          Print
        </button>
      </p>
      <header>
        <div className="row">
          <h1>{title}</h1>
          <span className="chip">
            <Glyph state={states[status]} isSilent />
            {words[status]}
          </span>
        </div>
        <p className="lead">
          <strong>{runSentence({ state, totals, gates, about: report })}</strong>{" "}
          {totals.failed > 0 ? sentence : ""}
        </p>
        {gates !== undefined && gates.length > 0 && <GateAnswers gates={gates} />}
        <QuarantineNote sets={sets} gates={report.heldAgainst} />
        <JudgeCheckNote judgeChecks={report.judgeChecks} />
        <Facts report={report} />
        {state !== "ended" && (
          <p className="note warn">
            <Glyph state="errored" isSilent />
            <span>
              {endDetail ?? stopped[state]} {totals.notRun} of {totals.cases} cases have no verdict,
              and are in no number below.
            </span>
          </p>
        )}
        <Stats report={report} />
      </header>
      <p className="sr">Run {runId}</p>
    </>
  );
}

const when = { dateStyle: "medium", timeStyle: "short" } as const;

const states: Readonly<Record<HtmlReport["status"], State>> = {
  passed: "passed",
  failed: "failed",
  incomplete: "not-evaluated",
  interrupted: "not-evaluated",
};

const words: Readonly<Record<HtmlReport["status"], string>> = {
  passed: "Passed",
  failed: "Failed",
  incomplete: "Incomplete",
  interrupted: "Interrupted",
};

const stopped: Readonly<Record<Exclude<HtmlReport["state"], "ended">, string>> = {
  interrupted: "The run was interrupted.",
  "stopped-early": "The run stopped early.",
  unfinished: "Written while the run was going on, or after it was cut off.",
};

function Facts({ report: { agent, git, models, trials, runId } }: { readonly report: HtmlReport }) {
  const facts = [
    ["agent", agent.name],
    [
      "git",
      git === undefined ? "" : `${git.commit.slice(0, 7)}${git.dirty ? " with changes" : ""}`,
    ],
    ["models", models.join(", ")],
    ["trials", trials > 1 ? `${trials}` : ""],
    ["run", runId],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="facts">
      {facts.map(([fact, value]) => (
        <div key={fact}>
          <dt>{fact}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A rate never stands without its interval and its n. */
function Stats({ report }: { readonly report: HtmlReport }) {
  const { totals, passRate, toolCalls, modelCalls, startedAt, endedAt } = report;
  const { passed, of: evaluated, interval } = passRate;
  const numbers = [
    ["Flaky", totals.flaky > 0 ? numberText(totals.flaky) : ""],
    ["Tool calls", numberText(toolCalls)],
    ["Model calls of ours", modelCalls.calls > 0 ? numberText(modelCalls.calls) : ""],
    [
      "Duration",
      endedAt === undefined
        ? ""
        : secondsText((Date.parse(endedAt) - Date.parse(startedAt)) / 1000),
    ],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="stats">
      <div>
        <dt>{passRateName(passRate)}</dt>
        <dd className="big">
          {evaluated === 0 ? "none" : percentText(passed / evaluated)}
          {interval !== null && (
            <>
              <Range at={passed / evaluated} interval={interval} />
              <small>
                {Math.round(100 * interval[0])} to {Math.round(100 * interval[1])}%
              </small>
            </>
          )}
        </dd>
      </div>
      {numbers.map(([number, value]) => (
        <div key={number}>
          <dt>{number}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
