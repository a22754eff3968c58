import { calledOtherwise } from "../../core/analysis/called-otherwise.ts";
import type { ArgChange, TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";
import type { MetricResult } from "../../core/run.ts";
import type { FailureCause } from "./failure-cause.ts";

type Different = Exclude<TrajectoryStep, { readonly kind: "matched" }>;

/** The first call that went another way. Calls beyond those expected are often allowed, so they are blamed last. */
export function firstDifference(
  metric: MetricResult,
): { readonly step: Different; readonly turn: number; readonly isOtherwise: boolean } | undefined {
  for (const [turn, { trajectory }] of metric.perInvocation.entries()) {
    const steps = trajectory?.steps.filter(isDifferent) ?? [];
    const step = steps.find((each) => each.kind !== "extra" || each.forbidden === true) ?? steps[0];
    if (step === undefined) continue;
    const isOtherwise = step.kind === "missing" && calledOtherwise(steps).has(step);
    return { step, turn, isOtherwise };
  }
  return undefined;
}

function isDifferent(step: TrajectoryStep): step is Different {
  return step.kind !== "matched";
}

/** `isOtherwise`: its tool was called, with other arguments and not in its place. */
export function stepCause(step: Different, isOtherwise = false): FailureCause {
  if (step.kind === "missing") {
    const words = isOtherwise ? "called with other arguments, not in its place" : "never called";
    return of(
      isOtherwise ? "argument" : "missing",
      step.expected.name,
      (tool) => `${tool} ${words}`,
    );
  }
  if (step.kind === "moved") {
    return of("order", step.actual.name, (tool) => `${tool} called out of order`);
  }
  if (step.kind === "extra") {
    return step.forbidden === true
      ? of("forbidden", step.actual.name, (tool) => `${tool} called though forbidden`)
      : of("extra", step.actual.name, (tool) => `${tool} called though not expected`);
  }
  const what = argumentText(step.changes);
  const cause = of("argument", step.expected.name, (tool) => `${tool}: ${what}`);
  return { ...cause, arguments: step.changes.map(({ name }) => name).sort() };
}

function of(
  kind: FailureCause["kind"],
  tool = "(unnamed)",
  name: (tool: string) => string,
): FailureCause {
  return { kind, tool, name: name(tool) };
}

function argumentText(changes: readonly ArgChange[]): string {
  const names = changes.map(({ name }) => name).sort();
  const [only] = changes;
  if (only === undefined) return "its arguments are wrong";
  if (names.length > 1) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are wrong`;
  if (!("actual" in only)) return `${only.name} is missing`;
  return "expected" in only ? `${only.name} is wrong` : `${only.name} is not expected`;
}
