export { describeAgent } from "./agent-contract.ts";
export {
  aCaseEnd,
  aCaseStart,
  aMetricResult,
  anEvalCase,
  anExpectedTurn,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  aTurnEnd,
  caseEvents,
} from "./builders.ts";
export { describeRunStore } from "./run-store-contract.ts";
export { temporaryFolder } from "./temporary-folder.ts";
