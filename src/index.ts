import "./core/need-runtime.ts";

export type {
  AdapterContext,
  Agent,
  AgentAdapter,
  Conversation,
  ConversationStart,
  Origin,
  SessionState,
  Step,
  Turn,
  TurnInput,
  TurnRecord,
  Usage,
} from "./core/agent.ts";
export { type CaseFold, caseFold } from "./core/case-result.ts";
export type { CaseRow } from "./core/case-row.ts";
export type { ArgMatcher, CaseSettings, MatchType } from "./core/case-settings.ts";
export {
  type AskModel,
  type ChatMessage,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type ModelCall,
  ModelError,
  type ModelFault,
  type ModelUsage,
} from "./core/chat-model.ts";
export {
  type Blob64,
  type Content,
  type FunctionCall,
  type FunctionResponse,
  type Part,
  textContent,
  textOf,
} from "./core/content.ts";
export {
  type ErrorCode,
  isUserFacingError,
  type Place,
  type Problem,
  UserFacingError,
} from "./core/errors.ts";
export type {
  ConversationScenario,
  EvalCase,
  EvalSet,
  EvalSetHeader,
  SessionInput,
  UserBehavior,
  UserPersona,
} from "./core/eval-set.ts";
export {
  type AgentDetails,
  type AppDetails,
  type IntermediateData,
  type Invocation,
  type InvocationEvent,
  type InvocationEvents,
  intermediateTextsOf,
  isRecorded,
  toolCallsOf,
  toolResponsesOf,
  type UsageMetadata,
} from "./core/invocation.ts";
export type {
  Judge,
  JudgeContext,
  JudgeFor,
  JudgeOptions,
  JudgeQuestion,
  JudgeSample,
  Material,
} from "./core/judge.ts";
export type {
  ControlQuestion,
  JudgeCheck,
  JudgeCheckMode,
} from "./core/judge-check.ts";
export {
  defineMetric,
  type InformationalOutcome,
  type MeasureFunction,
  type Metric,
  type MetricControl,
  type MetricDefinition,
  type MetricDetails,
  type MetricInput,
  type MetricNeed,
  type MetricOutcome,
  type MetricRange,
  type MetricSetup,
  type NotEvaluatedOutcome,
  type ScoredOutcome,
  type TurnScore,
} from "./core/metric.ts";
export type { MetricSummary } from "./core/metric-summary.ts";
export {
  type MetricScores,
  type PooledCase,
  type PooledMetric,
  poolTrials,
  type TrialScores,
} from "./core/pool-trials.ts";
export type { Reporter } from "./core/reporter.ts";
export type { Rubric } from "./core/rubric.ts";
export type {
  CaseEndEvent,
  CaseKey,
  CaseResult,
  CaseStartEvent,
  CheckEndEvent,
  MetricResult,
  MetricSetting,
  RunAbout,
  RunConfig,
  RunEndEvent,
  RunEvent,
  RunInputs,
  RunJudge,
  RunKind,
  RunResumeEvent,
  RunSet,
  RunStartEvent,
  TrialRule,
  TurnEndEvent,
} from "./core/run.ts";
export type { EndedCase, RunListing, RunStore } from "./core/run-store.ts";
export {
  exitCodeOf,
  type ModelCallTotals,
  type RunFold,
  type RunSummary,
  runFold,
} from "./core/run-summary.ts";
export {
  type InvocationFacts,
  invocationsFromEvents,
  type SessionEvent,
} from "./core/session-event.ts";
export {
  anything,
  boolean,
  choice,
  freeObject,
  integer,
  type JsonSchema,
  list,
  number,
  type ObjectOptions,
  object,
  optional,
  record,
  required,
  type Shape,
  text,
  withDefault,
} from "./core/shape.ts";
export type { Totals } from "./core/totals.ts";
export type { ArgChange, TrajectoryDiff, TrajectoryStep } from "./core/trajectory-diff.ts";
export type { UserFor, UserMove, UserSimulator } from "./core/user-simulator.ts";
export { type Direction, ExitCode, type ReasonCode, type Status } from "./core/verdict.ts";
export { evalSetSchema } from "./eval-sets/eval-set-schema.ts";
export { migrate } from "./eval-sets/migrate.ts";
export { type EvalSetReading, readEvalSet } from "./eval-sets/read-eval-set.ts";
export { validateEvalSet } from "./eval-sets/validate-eval-set.ts";
export { type WriteEvalSetOptions, writeEvalSet } from "./eval-sets/write-eval-set.ts";
export {
  AgentEvaluator,
  type AgentEvaluatorOptions,
  type EvaluateEvalSetOptions,
} from "./project/agent-evaluator.ts";
export { type Collected, collect } from "./project/collect.ts";
export type {
  Criteria,
  Criterion,
  CustomCriterion,
  MetricName,
  MetricSettings,
} from "./project/criteria.ts";
export {
  type ConfigInput,
  type CriteriaInput,
  type CustomMetricInput,
  type CustomMetricPlace,
  type CustomMetricsInput,
  defineConfig,
  defineConfig as evalConfig,
  type EnvironmentInput,
  type UserSimulatorInput,
  userSimulator,
} from "./project/define-config.ts";
export {
  type CaseSettingsDefinition,
  defineEvalSet,
  type EvalCaseDefinition,
  type EvalSetDefinition,
  type IntermediateDataDefinition,
  type ToolUseDefinition,
  type TurnDefinition,
} from "./project/define-eval-set.ts";
export {
  defineProject,
  type ProjectInput,
} from "./project/define-project.ts";
export {
  type CaseInput,
  type CaseRun,
  EvalRunner,
  type EvalRunnerOptions,
  evalRunner,
} from "./project/eval-runner.ts";
export { type AgentInput, type EvaluateOptions, evaluate } from "./project/evaluate.ts";
export { EvaluationFailed } from "./project/failed-run-error.ts";
export { turnHolder } from "./project/hold-turn.ts";
export { planMetric, planMetrics } from "./project/plan-metrics.ts";
export {
  configSchema,
  type EvalConfig,
  readConfig,
} from "./project/read-config.ts";
export { readConfigFile } from "./project/read-config-file.ts";
export type { RunOptions } from "./project/run-options.ts";
export type { CaseVerdict, RunResult, Scores } from "./project/run-result.ts";
export { type ScoreOptions, score } from "./project/score-saved.ts";
export { runEvals } from "./project/stream-run.ts";
export type { ConfigChoice } from "./project/take-config.ts";
export type { EvalSetInput, PlainEvalSet } from "./project/take-eval-set.ts";
export { type CaseScore, type ScoreRequest, scoreCase } from "./runner/measure-case.ts";
export type {
  Deadlines,
  HeldConversation,
  HeldTurn,
  HoldTurn,
  PlannedCase,
  RunPlan,
  TurnRequest,
} from "./runner/run-plan.ts";
export { scriptedUser, userFor } from "./simulation/index.ts";
