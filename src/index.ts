import "./core/need-runtime.ts";

export type { FailureKind } from "./analysis/clusters/failure-cause.ts";
export type {
  ClusterExample,
  ClusteredCase,
  FailureCluster,
  FailureClusters,
} from "./analysis/clusters/failure-clusters.ts";
export type { Attribution, Attributions, Fault } from "./analysis/faults/fault.ts";
export type {
  Chance,
  FlakyCase,
  ReliabilityAt,
  RunReliability,
} from "./analysis/reliability/run-reliability.ts";
export type {
  Trend,
  TrendCase,
  TrendChange,
  TrendCourse,
  TrendDrift,
  TrendLeftOut,
  TrendMetric,
  TrendRun,
  TrendTally,
} from "./analysis/trends/trend.ts";

export {
  AgentEvaluator,
  type AgentEvaluatorOptions,
  type EvaluateEvalSetOptions,
} from "./api/adk/agent-evaluator.ts";
export {
  type CaseInput,
  type CaseRun,
  EvalRunner,
  type EvalRunnerOptions,
} from "./api/adk/eval-runner.ts";
export { type Collected, collect } from "./api/collect.ts";
export { type CompareOptions, compare } from "./api/comparison/compare.ts";
export { type AgentInput, type EvaluateOptions, evaluate } from "./api/evaluate.ts";
export { EvaluationFailed } from "./api/failed-run-error.ts";
export { attributeFailures, clusters } from "./api/findings.ts";
export { type GateOptions, type GateReport, gate } from "./api/gate.ts";
export { type PlanPowerOptions, planPower } from "./api/plan-power.ts";
export type { ConfigChoice } from "./api/resolve-config.ts";
export { runEvals } from "./api/run-evals.ts";
export type { RunOptions } from "./api/run-options.ts";
export type { CaseVerdict, RunResult, Scores } from "./api/run-result.ts";
export { type ScoreOptions, score } from "./api/score-saved.ts";
export { type TrendsOptions, trends } from "./api/trends.ts";
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
export type {
  CaseSide,
  ComparedCase,
  ComparedConversation,
  ComparedEfficiency,
  ComparedFigure,
  ComparedMetric,
  ComparedRun,
  ComparedTurn,
  Comparison,
  ComparisonVerdict,
  ComparisonWarning,
  FigureSide,
  Interval,
  MedianSide,
} from "./core/analysis/comparison.ts";
export type {
  GateOutcome,
  GateResult,
  GatesEndEvent,
  RunDecided,
  RunGates,
} from "./core/analysis/gate.ts";
export type {
  PlannedSetSize,
  PlanSpread,
  PowerPlan,
  TrialPlan,
} from "./core/analysis/power-plan.ts";
export type { ArgChange, TrajectoryDiff, TrajectoryStep } from "./core/analysis/trajectory-diff.ts";
export type { ArgMatcher, CaseSettings, MatchType } from "./core/case-settings.ts";
export {
  type CallModel,
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
export { type CaseFold, caseFold } from "./core/folds/case-result.ts";
export type { CaseRow, TrialStatus } from "./core/folds/case-row.ts";
export type { MetricSummary } from "./core/folds/metric-summary.ts";
export {
  type MetricScores,
  type PooledCase,
  type PooledMetric,
  poolTrials,
  type TrialScores,
} from "./core/folds/pool-trials.ts";
export { exitCodeOf, type RunFold, type RunSummary, runFold } from "./core/folds/run-summary.ts";
export type { Totals } from "./core/folds/totals.ts";
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
  ModelCallTotals,
} from "./core/judge-check.ts";
export type {
  MeasureFunction,
  Metric,
  MetricControl,
  MetricDefinition,
  MetricInput,
  MetricNeed,
  MetricRange,
  MetricRead,
  MetricSetup,
} from "./core/metric.ts";
export type {
  InformationalOutcome,
  MetricDetails,
  MetricOutcome,
  NotEvaluatedOutcome,
  ScoredOutcome,
  TurnScore,
} from "./core/metric-outcome.ts";
export {
  defineMetric,
  type MetricAnswer,
  type MetricSpec,
  type NoSettings,
} from "./core/metrics/define-metric.ts";
export type {
  CallableMetric,
  ConfiguredMetric,
  MetricCriterion,
} from "./core/metrics/metric-call.ts";
export type { Reporter } from "./core/reporter.ts";
export type { Rubric } from "./core/rubric.ts";
export type {
  CaseEndEvent,
  CaseKey,
  CaseResult,
  CaseStartEvent,
  CheckEndEvent,
  MetricResult,
  RunEndEvent,
  RunEvent,
  RunResumeEvent,
  RunStartEvent,
  TurnEndEvent,
} from "./core/run.ts";
export type {
  MetricSetting,
  RunConfig,
  RunInfo,
  RunInputs,
  RunJudge,
  RunKind,
  RunSet,
  TrialRule,
} from "./core/run-info.ts";
export type { CaseEventFilter, EndedCase, RunListing, RunStore } from "./core/run-store.ts";
export type { JsonSchema } from "./core/schema/parse-context.ts";
export type {
  StandardIssue,
  StandardProps,
  StandardResult,
  StandardSchema,
} from "./core/schema/standard-schema.ts";
export {
  type InvocationFacts,
  invocationsFromEvents,
  type SessionEvent,
} from "./core/session-event.ts";
export type { UserFor, UserMove, UserSimulator } from "./core/user-simulator.ts";
export { type Direction, ExitCode, type ReasonCode, type Status } from "./core/verdict.ts";
export { migrate } from "./eval-sets/legacy/migrate.ts";
export { type EvalSetReading, readEvalSet } from "./eval-sets/reading/read-eval-set.ts";
export { evalSetSchema } from "./eval-sets/schema/eval-set-schema.ts";
export { validateEvalSet } from "./eval-sets/validate-eval-set.ts";
export { type WriteEvalSetOptions, writeEvalSet } from "./eval-sets/write-eval-set.ts";
// metrics declare their settings in their own files, which whoever imports this has to see
export type {} from "./metrics/built-in-metrics.ts";
export type { Criterion, MetricName, MetricSettings } from "./metrics/metric-settings.ts";
export { configSchema } from "./project/config/config-schema.ts";
export { type EvalConfig, readConfig } from "./project/config/read-config.ts";
export { readConfigFile } from "./project/config/read-config-file.ts";
export type { Criteria, CustomCriterion } from "./project/define/criteria.ts";
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
} from "./project/define/define-config.ts";
export {
  type CaseSettingsDefinition,
  defineEvalSet,
  type EvalCaseDefinition,
  type EvalSetDefinition,
  type IntermediateDataDefinition,
  type ToolUseDefinition,
  type TurnDefinition,
} from "./project/define/define-eval-set.ts";
export {
  defineProject,
  type ProjectInput,
} from "./project/define/define-project.ts";
export type { EvalSetInput, PlainEvalSet } from "./project/eval-sets/resolve-eval-sets.ts";
