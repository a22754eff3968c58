import { calledOtherwise } from "../../core/analysis/called-otherwise.ts";
import type { ArgChange, TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";

/** The calls that went another way, shortly: what a reader needs to know which failure this is. */
export function FirstDifference({ steps }: { readonly steps: readonly TrajectoryStep[] }) {
  const same = steps.findIndex(({ kind }) => kind !== "matched");
  const other = steps.filter(({ kind }) => kind !== "matched").slice(0, 3);
  const elsewhere: ReadonlySet<TrajectoryStep> = calledOtherwise(steps);
  const changed = other.find((step) => step.kind === "changed");
  return (
    <>
      <ol className="calls">
        {same > 0 && (
          <li>
            <span className="faint">
              {same === 1 ? "1 matching step" : `${same} matching steps`}
            </span>
          </li>
        )}
        {other.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
          <li key={at}>
            <code>{nameOf(step)}</code>
            <span className="small">{wordsOf(step, elsewhere.has(step))}</span>
          </li>
        ))}
      </ol>
      {changed !== undefined && (
        <pre className="jdiff">
          <del>{sideText(changed.changes, "expected")}</del>
          <ins>{sideText(changed.changes, "actual")}</ins>
        </pre>
      )}
    </>
  );
}

function nameOf(step: TrajectoryStep): string {
  return ("expected" in step ? step.expected.name : step.actual.name) ?? "";
}

function wordsOf(step: TrajectoryStep, isElsewhere: boolean): string {
  switch (step.kind) {
    case "missing":
      return isElsewhere ? "expected, called with other arguments" : "expected, never called";
    case "extra":
      return step.forbidden === true ? "forbidden, and called" : "not expected";
    case "moved":
      return "called in another place";
    case "changed": {
      const count = step.changes.length;
      return count === 1 ? "1 argument differs" : `${count} arguments differ`;
    }
    case "matched":
      return "as expected";
  }
}

/** A side that lacks the argument has no key for it. */
function sideText(changes: readonly ArgChange[], side: "expected" | "actual"): string {
  return changes
    .map(
      (change) => `${change.name}: ${side in change ? JSON.stringify(change[side]) : "not given"}`,
    )
    .join(", ");
}
