import "../core/need-runtime.ts";

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
export {
  type LoopbackModels,
  loopbackModels,
  type ModelScript,
} from "./loopback/loopback-models.ts";
export type {
  ModelCall,
  ModelFailure,
  ModelMessage,
  ModelProtocol,
  ModelReply,
  ModelRequest,
  ModelResult,
  ModelTool,
  ModelUsage,
  RawAnswer,
} from "./loopback/loopback-protocol.ts";
export {
  type ScriptedModel,
  type ScriptedReply,
  type ScriptReply,
  scriptedModel,
} from "./scripted-model.ts";
export { temporaryFolder } from "./temporary-folder.ts";
