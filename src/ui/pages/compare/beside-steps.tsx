import { useState } from "react";
import type { ArgChange, TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import type { FunctionCall } from "../../../core/content.ts";

/** So many identical steps in a row are worth folding. */
const LONG = 4;

/** The calls of A and B, aligned: a gap holds the place of what only one of them did. */
export function BesideSteps({ steps }: { readonly steps: readonly TrajectoryStep[] }) {
  return stretches(steps).map(({ all, isSame }) =>
    isSame && all.length >= LONG ? (
      <Fold key={all[0]?.at} steps={all} />
    ) : (
      all.map((each) => <Step key={each.at} {...each} />)
    ),
  );
}

interface PlacedStep {
  readonly step: TrajectoryStep;
  readonly at: number;
}

interface Stretch {
  readonly all: readonly PlacedStep[];
  readonly isSame: boolean;
}

function stretches(steps: readonly TrajectoryStep[]): readonly Stretch[] {
  const found: { all: PlacedStep[]; isSame: boolean }[] = [];
  steps.forEach((step, at) => {
    const isSame = step.kind === "matched";
    const last = found.at(-1);
    if (last?.isSame === isSame) last.all.push({ step, at });
    else found.push({ all: [{ step, at }], isSame });
  });
  return found;
}

function Fold({ steps }: { readonly steps: readonly PlacedStep[] }) {
  const [isOpen, setOpen] = useState(false);
  const names = steps.flatMap(({ step }) => ("actual" in step ? (step.actual.name ?? "") : []));
  return (
    <>
      <button
        type="button"
        className="fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {steps.length} identical steps <span className="mono faint clip">{names.join(", ")}</span>
      </button>
      {isOpen && steps.map((each) => <Step key={each.at} {...each} />)}
    </>
  );
}

function Step({ step, at }: PlacedStep) {
  const { kind } = step;
  return (
    <div className={`st ${kind === "matched" ? "same" : kind}`}>
      <span className="no">{at + 1}</span>
      {"expected" in step ? (
        <span className="exp">
          <Call call={step.expected} />
        </span>
      ) : (
        <span className="exp gap">Not called in A</span>
      )}
      <span className="mid" aria-hidden="true">
        {marks[kind]}
      </span>
      {"actual" in step ? (
        <span className="act">
          <Call call={step.actual} />
        </span>
      ) : (
        <span className="act gap">Not called in B</span>
      )}
      {kind === "changed" && <Changes changes={step.changes} />}
    </div>
  );
}

const marks: Readonly<Record<TrajectoryStep["kind"], string>> = {
  matched: "=",
  changed: "~",
  missing: "−",
  extra: "+",
  moved: "↕",
};

function Call({ call: { name, args } }: { readonly call: FunctionCall }) {
  const given = Object.entries(args ?? {});
  return (
    <span className="call">
      <b>{name}</b>{" "}
      <span>{given.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")}</span>
    </span>
  );
}

/** Only the arguments that differ. */
function Changes({ changes }: { readonly changes: readonly ArgChange[] }) {
  return (
    <div className="args">
      {changes.map((change) => (
        <div key={change.name} className="kv">
          <span>
            <em>{change.name}:</em> {valueText(change, "expected")}
          </span>
          <span>~</span>
          <span>
            <em>{change.name}:</em> {valueText(change, "actual")}
          </span>
        </div>
      ))}
    </div>
  );
}

/** A side that lacks the argument has no key for it. */
function valueText(change: ArgChange, side: "expected" | "actual"): string {
  return side in change ? JSON.stringify(change[side]) : "not given";
}
