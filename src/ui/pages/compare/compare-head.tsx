import { Link } from "@tanstack/react-router";
import { CopyButton } from "../../components/copy-button.tsx";
import { numberText } from "../../lib/amounts.ts";
import { timeText } from "../../lib/words.ts";
import { Letter } from "./letter.tsx";
import { nameOf, type RunInputs, type ShownComparison } from "./shown-comparison.ts";

/** The verdict in words, then which runs it is about. */
export function CompareHead({ shown }: { readonly shown: ShownComparison }) {
  const { comparison, a, b, runs, unpaired, note } = shown;
  const sets = [...new Set(b.sets.map(({ evalSetId }) => evalSetId))].join(", ");
  const paired = comparison.b.cases - unpaired.onlyInB.length;
  const all = paired + unpaired.onlyInA.length + unpaired.onlyInB.length;
  const swapped = [b, a, ...runs.filter((run) => run !== a && run !== b)];
  const [verdict, ...rest] = comparison.sentence.split(/(?<=:)/);
  return (
    <header className="pagehead">
      <div className="row">
        <h1>
          {sets}: {nameOf(a)} against {nameOf(b)}
        </h1>
        <span className="chip">
          {numberText(paired)} of {numberText(all)} cases paired
        </span>
        <div className="btns push">
          <Link
            className="btn ghost wide"
            to="/compare"
            search={{ runs: swapped.map(({ runId }) => runId).join(",") }}
          >
            Swap A and B
          </Link>
          <Link className="btn ghost" to="/compare" search={(now) => ({ ...now, pick: true })}>
            Choose runs
          </Link>
          <CopyButton text={`assay compare ${runs.map(({ runId }) => runId).join(" ")}`}>
            Copy as command
          </CopyButton>
        </div>
      </div>
      <p className="lead">
        {rest.length > 0 ? <strong>{verdict}</strong> : verdict}
        {rest.join("")}
      </p>
      {note !== undefined && <p className="small muted">{note}</p>}
      <dl className="facts">
        <RunFact letter="A" run={a} />
        <RunFact letter="B" run={b} />
        <div className="wide">
          <dt>trials</dt>
          <dd>{trialsText(a.trials, b.trials)}</dd>
        </div>
        <div className="wide">
          <dt>intervals</dt>
          <dd>95%, paired by case; several metrics held to Holm’s rule</dd>
        </div>
      </dl>
    </header>
  );
}

interface RunFactProps {
  readonly letter: "A" | "B";
  readonly run: RunInputs;
}

function RunFact({ letter, run }: RunFactProps) {
  return (
    <div>
      <dt>
        <Letter letter={letter} />
      </dt>
      <dd>
        <Link to="/runs/$run" params={{ run: run.runId }}>
          {nameOf(run)}
        </Link>
        , {timeText(run.startedAt)}
      </dd>
    </div>
  );
}

function trialsText(a: number, b: number): string {
  if (a !== b) return `${a} in A, ${b} in B, averaged within a case`;
  return a === 1 ? "1 in each" : `${a} in each, averaged within a case`;
}
