import { useState } from "react";
import { AddToReview } from "../../../components/review/add-to-review.tsx";
import { useLack } from "../../../lib/use-me.ts";
import { rightness } from "../../judge/rightness.ts";
import type { Judged, ShownCase } from "../use-case.ts";
import { LabelAsk } from "./label-ask.tsx";

interface LabellingProps {
  readonly metric: string;
  readonly shown: ShownCase;
}

/** What people say of the answers of this turn that a judge looked at, and the way to say it. */
export function Labelling({ metric, shown: { run, data, at } }: LabellingProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const lack = useLack("editor");
  const answers = (data.judged[metric] ?? []).filter(({ turn }) => turn === at);
  if (answers.length === 0) return null;
  const { evalSetId: set, evalId, trial } = data.result;
  const isLabelled = answers.some(({ label }) => label !== undefined);
  return (
    <div className="labelling">
      {answers.map((answer) => (
        <Said key={answer.key} answer={answer} />
      ))}
      {lack === undefined && !isOpen && (
        <button
          type="button"
          className="linkish small"
          // biome-ignore lint/a11y/noAutofocus: the focus goes back to where the question was asked from
          autoFocus={wasOpen}
          onClick={() => {
            setOpen(true);
            setWasOpen(true);
          }}
        >
          {isLabelled ? "Change what you say" : "Disagree"}
        </button>
      )}
      {lack === undefined && !isOpen && !isLabelled && (
        <AddToReview
          isPlain
          of={answers.map(({ key: answer }) => ({
            ...{ run, set, case: evalId, trial },
            judged: { metric, answer },
          }))}
        />
      )}
      {lack === undefined && isOpen && (
        <LabelAsk
          metric={metric}
          answers={answers}
          of={{ run, set, case: evalId, trial }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** A person’s word beside the judge’s, where there is one. */
function Said({ answer: { rubric, judge, label } }: { readonly answer: Judged }) {
  if (label === undefined) return null;
  const own = judge === "no verdict" ? "the judge came to none" : `the judge ${rightness[judge]}`;
  const words = judge === label ? "and so does the judge" : own;
  return (
    <p className="small">
      People say <strong>{rightness[label]}</strong>, {words}
      {rubric === undefined ? "." : `: ${rubric}`}
    </p>
  );
}
