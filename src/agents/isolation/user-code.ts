import { doingOf, type TurnScope, turnScope } from "../recording/turn-scope.ts";
import { gateProcess } from "./gate-process.ts";

/** Runs code that was loaded for an evaluation, where no turn or metric is answerable for it: while loading, between turns. */
export function asUserCode<T>(work: () => T, who?: string): T {
  gateProcess();
  const around = turnScope.getStore();
  if (around !== undefined && who === undefined) return work();
  const fail = around?.fail ?? (() => false);
  const scope: TurnScope = { output: around?.output, who, fail, doing: doingOf(around) };
  return turnScope.run(scope, work);
}
