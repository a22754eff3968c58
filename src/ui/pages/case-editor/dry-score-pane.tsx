import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { metricName } from "../../../core/text/metric-name.ts";
import { Glyph, type State } from "../../components/glyph.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { reasonWords, scoreText } from "../../lib/words.ts";
import type { DryScore } from "./turn-form.tsx";
import type { Draft } from "./use-draft.ts";
import type { useDryScore } from "./use-dry-score.ts";

interface DryScorePaneProps {
  readonly dry: ReturnType<typeof useDryScore>;
  readonly isChanged: boolean;
  readonly draft: Draft;
}

type Verdict = DryScore["saved"][number];

/** The recorded runs, scored again by what is on screen. */
export function DryScorePane({
  dry: { data, error, isBehind, lack },
  isChanged,
  draft,
}: DryScorePaneProps) {
  return (
    <aside className="pane dry" aria-label="Dry score" aria-busy={isBehind}>
      <section className="sect">
        <h2>
          Dry score
          <span className="push small muted light">
            {isBehind ? "scoring" : "no agent call"}
            {!isBehind &&
              data !== undefined &&
              data.recorded.length > 0 &&
              `, ${data.milliseconds} ms`}
          </span>
        </h2>
        {error !== null && <Held error={error} />}
        {lack !== undefined && <p className="muted">{lack}</p>}
        {data === undefined && error === null && lack === undefined && (
          <div className="skeleton" aria-busy="true" />
        )}
        {data !== undefined && <Overview dry={data} isChanged={isChanged} draft={draft} />}
      </section>
      {data !== undefined &&
        data.recorded.length > 0 &&
        data.metrics.map((metric) => (
          <MetricScores key={metric.name} metric={metric} dry={data} isChanged={isChanged} />
        ))}
      {data !== undefined && data.recorded.length > 0 && <LeftOut leftOut={data.leftOut} />}
    </aside>
  );
}

function Held({ error }: { readonly error: unknown }) {
  return (
    <p className="row top" role="alert">
      <Glyph state="errored" isSilent />
      <span>
        {error instanceof ApiProblem ? (
          <>
            {error.place?.path !== undefined && <code>{error.place.path} </code>}
            {error.message} <span className="muted">{error.hint}</span>
          </>
        ) : (
          "The server does not answer; nothing is scored."
        )}
      </span>
    </p>
  );
}

interface OverviewProps {
  readonly dry: DryScore;
  readonly isChanged: boolean;
  readonly draft: Draft;
}

function Overview({ dry, isChanged, draft }: OverviewProps) {
  const { recorded, saved, edited } = dry;
  if (recorded.length === 0) {
    return (
      <p className="muted">
        No run of this case is recorded. Run it once, and every edit is scored here at once, with no
        further call of the agent.
      </p>
    );
  }
  const runs = [...new Set(recorded.map(({ runId }) => runId))];
  return (
    <>
      <p className="muted">
        {recorded.length === 1
          ? "The recorded conversation"
          : `The last ${recorded.length} conversations`}{" "}
        of{" "}
        {runs.map((runId, at) => (
          <span key={runId}>
            {at > 0 && ", "}
            <Link to="/runs/$run" params={{ run: runId }} className="mono">
              {runId.split("-").at(-1)}
            </Link>
          </span>
        ))}
        , scored again with what is on screen.
        {userChanged(dry, draft) &&
          " The user’s words are others now; these runs answered the old ones."}
      </p>
      <div className="flip">
        {isChanged && <Marks words="As saved" verdicts={saved} />}
        <Marks words={isChanged ? "As edited" : "As it is"} verdicts={edited} isStrong />
      </div>
    </>
  );
}

function userChanged({ recorded }: DryScore, { value }: Draft): boolean {
  const said = (value.conversation ?? []).map(
    ({ user_content }) => user_content.parts?.map(({ text }) => text ?? "").join("\n") ?? "",
  );
  return recorded.some(({ turns }) =>
    turns.some(({ user }, at) => said[at] !== undefined && said[at] !== user),
  );
}

interface MarksProps {
  readonly words: string;
  readonly verdicts: readonly Verdict[];
  readonly isStrong?: boolean;
}

function Marks({ words, verdicts, isStrong }: MarksProps) {
  const passed = verdicts.filter(({ status }) => status === "passed").length;
  return (
    <div className="row">
      <span className="what">{words}</span>
      {verdicts.map((verdict, at) => (
        // conversations have no other name than their place
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
        <span key={at} title={verdict.detail}>
          <Glyph state={stateOf(verdict)} />
        </span>
      ))}
      <span className={isStrong === true ? "push strong" : "push muted"}>
        {passed} of {verdicts.length} pass
      </span>
    </div>
  );
}

const errors = new Set(["agent-error", "timeout", "metric-error", "simulator-fault"]);

function stateOf({ status, reason }: Verdict): State {
  return status !== "passed" && errors.has(reason ?? "") ? "errored" : status;
}

interface MetricScoresProps {
  readonly metric: DryScore["metrics"][number];
  readonly dry: DryScore;
  readonly isChanged: boolean;
}

function MetricScores({ metric, dry, isChanged }: MetricScoresProps) {
  const { name, threshold, direction } = metric;
  const of = (verdicts: readonly Verdict[], at: number) =>
    verdicts[at]?.metrics.find((each) => each.name === name);
  return (
    <section className="sect">
      <h2 title={name}>
        <span className="capital">{metricName(name)}</span>
        {threshold !== undefined && (
          <span className="push small muted light">
            needs {direction === "lower" ? "at most " : ""}
            {threshold}
          </span>
        )}
      </h2>
      <ol>
        {dry.recorded.map((each, at) => (
          <Shift
            key={`${each.runId} ${each.trial}`}
            words={`${at + 1}`}
            metric={metric}
            was={isChanged ? of(dry.saved, at) : undefined}
            is={of(dry.edited, at)}
          />
        ))}
      </ol>
    </section>
  );
}

type Scored = Verdict["metrics"][number];

interface ShiftProps {
  readonly words: string;
  readonly metric: DryScore["metrics"][number];
  readonly was: Scored | undefined;
  readonly is: Scored | undefined;
}

function Shift({ words, metric: { range, threshold = 0 }, was, is }: ShiftProps) {
  if (is?.score === undefined) {
    const why =
      is?.reason === undefined ? "not asked" : reasonWords[is.reason as keyof typeof reasonWords];
    return (
      <li className="shift" title={is?.detail}>
        <span>{words}</span>
        <span className="muted small clip">{why}</span>
        <Glyph state="not-evaluated" />
      </li>
    );
  }
  const { min = 0, max = 1 } = range ?? {};
  const at = (score: number) =>
    `${Math.max(0, Math.min(1, (score - min) / (max - min || 1))) * 100}%`;
  const before = was?.score ?? is.score;
  const style = { "--was": at(before), "--at": at(is.score), "--min": at(threshold) };
  const isMoved = scoreText(before) !== scoreText(is.score);
  return (
    <li className="shift" title={is.detail}>
      <span>{words}</span>
      <span
        className={is.status === "failed" ? "ax fail" : "ax"}
        style={style as CSSProperties}
        aria-hidden="true"
      >
        <s />
        <u />
        <i />
      </span>
      <span className="row">
        {isMoved && <span className="muted">{scoreText(before)} →</span>}
        <b>{scoreText(is.score)}</b>
        <Glyph state={is.status === "informational" ? "passed" : is.status} />
      </span>
    </li>
  );
}

function LeftOut({ leftOut }: Pick<DryScore, "leftOut">) {
  if (leftOut.length === 0) return null;
  const names = (why: string) =>
    leftOut.filter((each) => each.why === why).map(({ name }) => metricName(name));
  const [judged, code] = [names("judged"), names("code")];
  return (
    <section className="sect">
      <h2>
        <Glyph state="not-evaluated" isSilent />
        Not scored again
      </h2>
      {judged.length > 0 && (
        <p className="muted">
          {judged.join(", ")}: a judge would have to be asked. The counts above leave{" "}
          {judged.length === 1 ? "it" : "them"} out.
        </p>
      )}
      {code.length > 0 && (
        <p className="muted">{code.join(", ")}: code of yours, which this server does not run.</p>
      )}
    </section>
  );
}
