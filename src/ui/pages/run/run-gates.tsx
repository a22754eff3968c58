import { casesText, dollarsText } from "../../lib/amounts.ts";
import { secondsText } from "../../lib/words.ts";
import { GateAnswers } from "./gate-answers.tsx";
import type { Run } from "./use-run.ts";

/** What the run as a whole was held against, and what came of it. */
export function RunGates({ run }: { readonly run: Run }) {
  const { gates, decided, about, state } = run;
  const asked = about.gates?.conditions ?? [];
  if (asked.length === 0 && gates === undefined) return null;
  if (gates === undefined) {
    const when = state === "running" ? "are answered when it has ended" : "have no answer";
    return (
      <p className="small muted">
        Its gates {when}: {asked.join(", ")}.
      </p>
    );
  }
  return (
    <GateAnswers gates={gates}>
      {decided !== undefined && (
        <li className="small muted">
          Stopped early after {casesText(decided.after)}: the gates were decided then.{" "}
          {savedText(decided)} Of the cases that were not run nothing is claimed.
        </li>
      )}
    </GateAnswers>
  );
}

function savedText({ saved }: NonNullable<Run["decided"]>): string {
  const cost = saved.cost === null ? [] : [`about ${dollarsText(saved.cost)}`];
  const time = saved.seconds === null ? [] : [`about ${secondsText(saved.seconds)}`];
  return `That saved ${[casesText(saved.cases), ...cost, ...time].join(", ")}.`;
}
