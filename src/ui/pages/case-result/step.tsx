import type { ArgChange, TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import type { FunctionCall } from "../../../core/content.ts";
import type { CallPair } from "./turns.ts";

interface CallsProps {
  readonly pair: CallPair;
  readonly at: number;
}

/** Calls that nothing is said of. */
export function Calls({ pair: { expected, actual }, at }: CallsProps) {
  return (
    <div className="st same">
      <span className="no">{at + 1}</span>
      <span className={expected === undefined ? "exp gap" : "exp"}>
        {expected !== undefined && <Call call={expected} />}
      </span>
      <span className="mid" />
      <span className={actual === undefined ? "act gap" : "act"}>
        {actual !== undefined && <Call call={actual} />}
      </span>
    </div>
  );
}

interface StepProps {
  readonly step: TrajectoryStep;
  readonly at: number;
}

/** Expected and actual share a row; a gap holds the place of what is missing. */
export function Step({ step, at }: StepProps) {
  const { kind } = step;
  return (
    <div className={`st ${classes[kind]}`}>
      <span className="no">{at + 1}</span>
      {"expected" in step ? (
        <span className="exp">
          <Call call={step.expected} />
        </span>
      ) : (
        <span className="exp gap">
          {step.forbidden === true ? "Forbidden here" : "Not expected"}
        </span>
      )}
      <span className="mid" aria-hidden="true">
        {marks[kind]}
      </span>
      {"actual" in step ? (
        <span className="act">
          <Call call={step.actual} />
        </span>
      ) : (
        <span className="act">Never called</span>
      )}
      {kind === "changed" && <Changes changes={step.changes} />}
    </div>
  );
}

const classes: Readonly<Record<TrajectoryStep["kind"], string>> = {
  matched: "same",
  changed: "chg",
  missing: "miss",
  extra: "extra",
  moved: "moved",
};

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
            <em>{change.name}:</em> <del>{valueText(change, "expected")}</del>
          </span>
          <span>~</span>
          <span>
            <em>{change.name}:</em> <ins>{valueText(change, "actual")}</ins>
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
