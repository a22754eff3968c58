import type { GateOutcome } from "../../core/analysis/gate.ts";
import type { TableCase } from "../../core/folds/run-table.ts";
import { holds } from "../../statistics/gates/comparison.ts";
import { type Gate, parseGate } from "../gates/parse-gate.ts";
import { sequentialGate } from "./sequential-gate.ts";
import type { SequentialContext, SequentialGate } from "./sequential-look.ts";

/** A gate, and how it is looked at while the run goes on; null where only its end tells. */
export interface WatchedGate {
  readonly gate: Gate;
  readonly watch: SequentialGate | null;
}

export interface EarlyDecision {
  readonly gates: readonly WatchedGate[];
  /** Cases in the order of the run, each when all of its trials have ended. */
  add(each: TableCase): void;
  /** What the run has cost so far. */
  spend(dollars: number): void;
  /** Set as soon as no further case can change what all gates together come to. */
  readonly decided: { readonly after: number; readonly outcome: "met" | "not-met" } | undefined;
}

interface DecisionRequest extends SequentialContext {
  readonly conditions: readonly string[];
  /** Cases that belong together are not independent, so that none of these tests holds for them. */
  readonly isClustered: boolean;
}

/** Looks at the gates of a run after every case, by tests that bear it. One that is not met decides for all. */
export function earlyDecision(request: DecisionRequest): EarlyDecision {
  const gates = request.conditions.map((text): WatchedGate => {
    const gate = parseGate(text);
    return { gate, watch: request.isClustered ? null : sequentialGate(gate, request) };
  });
  let looked = 0;
  let decided: EarlyDecision["decided"];

  function settle(outcome: Exclude<GateOutcome, "undecided">): void {
    decided ??= { after: looked, outcome };
  }
  function look(): void {
    if (gates.some(({ watch }) => watch?.outcome === "not-met")) settle("not-met");
    const watched = gates.flatMap(({ watch }) => watch ?? []);
    // a ceiling for costs is kept best by stopping, so it waits for nobody
    const others = gates.filter(({ gate, watch }) => watch === null && !isCostCeiling(gate));
    const isMet = watched.length > 0 && watched.every(({ outcome }) => outcome === "met");
    if (isMet && others.length === 0) settle("met");
  }
  return {
    gates,
    get decided() {
      return decided;
    },
    add(each) {
      if (decided !== undefined) return;
      looked += 1;
      for (const { watch } of gates) watch?.add(each);
      look();
    },
    spend(dollars) {
      const isOver = ({ gate }: WatchedGate) =>
        isCostCeiling(gate) && "operator" in gate && !holds(dollars, gate);
      if (gates.some(isOver)) settle("not-met");
    },
  };
}

/** What was spent can only grow: once it is too much, it stays so. */
export function isCostCeiling(gate: Gate): boolean {
  return gate.figure.kind === "cost" && "operator" in gate && gate.operator.startsWith("<");
}
