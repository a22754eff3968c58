import { useState } from "react";
import type { ArgChange, TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import type { FunctionCall } from "../../../core/content.ts";
import type { DiffRow } from "./diff-rows.ts";
import { StepMark } from "./step-mark.tsx";
import { StepNumber } from "./step-number.tsx";
import type { CallPair } from "./turns.ts";

interface CallsProps {
  readonly pair: CallPair;
  readonly at: number;
  readonly isCurrent: boolean;
  readonly onSelect: ((step: number) => void) | undefined;
}

/** Calls that nothing is said of. */
export function Calls({ pair: { expected, actual }, at, isCurrent, onSelect }: CallsProps) {
  return (
    <div className="st same" id={`step-${at + 1}`} aria-current={isCurrent ? "step" : undefined}>
      <StepNumber at={at} onSelect={onSelect} />
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
  readonly row: DiffRow;
  readonly isCurrent: boolean;
  /** Its tool was called with other arguments, in another place. */
  readonly isElsewhere: boolean;
  readonly onSelect: ((step: number) => void) | undefined;
}

/** Expected and actual share a row; a gap holds the place of what is missing. */
export function Step({ row, isCurrent, isElsewhere, onSelect }: StepProps) {
  const { step, at, side, connector } = row;
  const { kind } = step;
  const line =
    connector === undefined
      ? ""
      : ` mv ${lines[connector]}${side === "actual" && connector === "from" ? " back" : ""}${side === "expected" && connector === "to" ? " back" : ""}`;
  return (
    <div
      className={`st ${classes[kind]}${side === "actual" ? " landed" : ""}`}
      id={side === "actual" ? undefined : `step-${at + 1}`}
      aria-current={isCurrent ? "step" : undefined}
    >
      {side === "actual" ? <span className="no" /> : <StepNumber at={at} onSelect={onSelect} />}
      <Expected step={step} side={side} />
      <span className={`mid${line}`}>
        {(side === undefined || connector === undefined) && <StepMark kind={kind} />}
      </span>
      <Actual step={step} side={side} isElsewhere={isElsewhere} />
      {kind === "changed" && <Changes step={step} />}
    </div>
  );
}

type Side = DiffRow["side"];

function Expected({ step, side }: { readonly step: TrajectoryStep; readonly side: Side }) {
  if (!("expected" in step)) {
    return (
      <span className="exp gap">{step.forbidden === true ? "Forbidden here" : "Not expected"}</span>
    );
  }
  if (side === "actual") return <span className="exp gap">Expected elsewhere</span>;
  return (
    <span className="exp">
      <Call call={step.expected} isShort={step.kind === "changed"} />
    </span>
  );
}

interface ActualProps extends Pick<StepProps, "isElsewhere"> {
  readonly step: TrajectoryStep;
  readonly side: Side;
}

function Actual({ step, side, isElsewhere }: ActualProps) {
  if (!("actual" in step)) {
    return (
      <span className="act">
        {isElsewhere ? "Called with other arguments, not here" : "Never called"}
      </span>
    );
  }
  if (side === "expected") return <span className="act gap">Called in another place</span>;
  return (
    <span className="act">
      <Call call={step.actual} isShort={step.kind === "changed"} />
    </span>
  );
}

const classes: Readonly<Record<TrajectoryStep["kind"], string>> = {
  matched: "same",
  changed: "chg",
  missing: "miss",
  extra: "extra",
  moved: "moved",
};

const lines = { from: "from", through: "", to: "to" } as const;

/** Of one whose arguments are told below, the name alone. */
function Call({ call: { name, args }, isShort }: { call: FunctionCall; isShort?: boolean }) {
  const given = Object.entries(args ?? {});
  return (
    <span className="call">
      <b>{name}</b>{" "}
      {isShort !== true && (
        <span>{given.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")}</span>
      )}
    </span>
  );
}

type Changed = Extract<TrajectoryStep, { kind: "changed" }>;

/** Only the arguments that differ; the equal ones where somebody asks for them. */
function Changes({ step }: { readonly step: Changed }) {
  const [isWhole, setWhole] = useState(false);
  const differing = new Set(step.changes.map(({ name }) => name));
  const equal = Object.entries(step.expected.args ?? {}).filter(([name]) => !differing.has(name));
  return (
    <div className="args">
      {step.changes.map((change) => (
        <div key={change.name} className="kv">
          <span>
            <em>{change.name}:</em> <del>{valueText(change, "expected")}</del>
          </span>
          <span aria-hidden="true">~</span>
          <span>
            <em>{change.name}:</em> <ins>{valueText(change, "actual")}</ins>
          </span>
        </div>
      ))}
      {isWhole &&
        equal.map(([name, value]) => (
          <div key={name} className="kv">
            <span>
              <em>{name}:</em> {JSON.stringify(value)}
            </span>
            <span aria-hidden="true">=</span>
            <span>
              <em>{name}:</em> {JSON.stringify(value)}
            </span>
          </div>
        ))}
      {equal.length > 0 && (
        <button type="button" className="plain more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Hide" : "Show"} {equal.length} equal{" "}
          {equal.length === 1 ? "argument" : "arguments"}
        </button>
      )}
    </div>
  );
}

/** A side that lacks the argument has no key for it. */
function valueText(change: ArgChange, side: "expected" | "actual"): string {
  return side in change ? JSON.stringify(change[side]) : "not given";
}
