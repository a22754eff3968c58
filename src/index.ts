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
  defineMetric,
  type MetricAnswer,
  type MetricSpec,
  type NoSettings,
} from "./core/define-metric.ts";
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
export type {
  InformationalOutcome,
  MeasureFunction,
  Metric,
  MetricControl,
  MetricDefinition,
  MetricDetails,
  MetricInput,
  MetricNeed,
  MetricOutcome,
  MetricRange,
  MetricSetup,
  NotEvaluatedOutcome,
  ScoredOutcome,
  TurnScore,
} from "./core/metric.ts";
export type { CallableMetric, ConfiguredMetric, MetricCriterion } from "./core/metric-call.ts";
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
export type { JsonSchema } from "./core/shape.ts";
export type {
  StandardIssue,
  StandardProps,
  StandardResult,
  StandardSchema,
} from "./core/standard-schema.ts";
export type { Totals } from "./core/totals.ts";
export type { ArgChange, TrajectoryDiff, TrajectoryStep } from "./core/trajectory-diff.ts";
export type { UserFor, UserMove, UserSimulator } from "./core/user-simulator.ts";
export { type Direction, ExitCode, type ReasonCode, type Status } from "./core/verdict.ts";
export { evalSetSchema } from "./eval-sets/eval-set-schema.ts";
export { migrate } from "./eval-sets/migrate.ts";
export { type EvalSetReading, readEvalSet } from "./eval-sets/read-eval-set.ts";
export { validateEvalSet } from "./eval-sets/validate-eval-set.ts";
export { type WriteEvalSetOptions, writeEvalSet } from "./eval-sets/write-eval-set.ts";
export type { Criterion, MetricName, MetricSettings } from "./metrics/metric-settings.ts";
export {
  AgentEvaluator,
  type AgentEvaluatorOptions,
  type EvaluateEvalSetOptions,
} from "./project/agent-evaluator.ts";
export { type Collected, collect } from "./project/collect.ts";
export type { Criteria, CustomCriterion } from "./project/criteria.ts";
export {
  type ConfigInput,
  type CriteriaInput,
  type CustomMetricInput,
  type CustomMetricPlace,
  type CustomMetricsInput,
  defineConfig,
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
} from "./project/eval-runner.ts";
export { type AgentInput, type EvaluateOptions, evaluate } from "./project/evaluate.ts";
export { EvaluationFailed } from "./project/failed-run-error.ts";
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
