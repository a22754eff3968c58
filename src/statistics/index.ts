import "../core/need-runtime.ts";

// the numbers behind rates, comparisons and gates: pure functions, for programs that decide by themselves

export { bonettPrice } from "./comparisons/bonett-price.ts";
export {
  type ComparedSide,
  type CompareOptions,
  type ComparisonMethod,
  comparePaired,
  type PairedComparison,
} from "./comparisons/compare-paired.ts";
export {
  adjustForMany,
  type ComparisonVerdict,
  comparisonVerdict,
  type VerdictOptions,
} from "./comparisons/comparison-verdict.ts";
export { fisherExact, type TwoByTwo } from "./comparisons/fisher-exact.ts";
export { type McNemar, mcnemar } from "./comparisons/mcnemar.ts";
export { benjaminiHochberg, holm } from "./comparisons/multiplicity.ts";
export {
  type Counted,
  type UnpairedDifference,
  unpairedDifference,
} from "./comparisons/newcombe.ts";
export {
  type Pair,
  type PairedDifference,
  pairedDifference,
} from "./comparisons/paired-difference.ts";
export { plannedCases, plannedPairs } from "./comparisons/planned-cases.ts";
export {
  casesNeeded,
  detectableDifference,
  detectableWith,
  type PlannedSpread,
  type PowerOptions,
  pairsNeeded,
  unpairedCasesNeeded,
} from "./comparisons/power.ts";
export {
  type SignFlip,
  type SignFlipOptions,
  signFlip,
  signTest,
} from "./comparisons/sign-flip.ts";
export { betaCdf, betaQuantile } from "./distributions/beta.ts";
export { binomialCdf, binomialPmf } from "./distributions/binomial.ts";
export { normalCdf, normalQuantile } from "./distributions/normal.ts";
export { tCdf, tQuantile } from "./distributions/student-t.ts";
export {
  type GateComparison,
  type GateOptions,
  type GateOutcome,
  type GateResult,
  pointGate,
} from "./gates/comparison.ts";
export { type GatedValue, type MeanGateOptions, meanGate } from "./gates/mean-gate.ts";
export { type NoWorseOptions, noWorseGate } from "./gates/no-worse-gate.ts";
export { quantileGate } from "./gates/quantile-gate.ts";
export { rateGate, sequentialRateGate } from "./gates/rate-gate.ts";
export type { ConfidenceOptions, Interval } from "./interval.ts";
export {
  type Bootstrap,
  type BootstrapOptions,
  bootstrapMean,
  clusterBootstrap,
} from "./means/bootstrap.ts";
export { type ClusteredMean, type ClusteredValue, clusteredMean } from "./means/clustered-mean.ts";
export { type MeanEstimate, meanOf } from "./means/mean-interval.ts";
export { mulberry32 } from "./means/mulberry32.ts";
export { quantileOf } from "./means/quantile.ts";
export {
  type QuantileEstimate,
  type QuantileRanks,
  quantileBounds,
  quantileEstimate,
  quantileRanks,
} from "./means/quantile-interval.ts";
export { type Spread, spreadOf } from "./means/spread.ts";
export { type TrialsWithinCases, trialsWithinCases } from "./means/trials.ts";
export {
  type AgreementTable,
  cohenKappa,
  gwetAc1,
  type Kappa,
  type KappaWeights,
  weightedKappa,
} from "./raters/agreement.ts";
export { type Classifier, type ClassifierCounts, classifierOf } from "./raters/classifier.ts";
export { type CorrectedRate, correctedRate, type JudgedRate } from "./raters/corrected-rate.ts";
export { fleissKappa } from "./raters/fleiss-kappa.ts";
export { type AlphaLevel, krippendorffAlpha } from "./raters/krippendorff-alpha.ts";
export { type LengthBias, lengthBias, spearman } from "./raters/length-bias.ts";
export { type LogprobScore, logprobScore } from "./raters/logprob-score.ts";
export { majorityOf, majorityRight } from "./raters/majority-vote.ts";
export {
  type PositionSwap,
  type Preference,
  positionSwap,
  type SwappedVerdicts,
} from "./raters/position-swap.ts";
export { type LabelledScore, type PpiMean, ppiMean } from "./raters/ppi-mean.ts";
export { type SelfConsistency, selfConsistency } from "./raters/self-consistency.ts";
export {
  type BetaPosterior,
  betaPosterior,
  jeffreys,
  type PriorOptions,
} from "./rates/beta-posterior.ts";
export { clopperPearson } from "./rates/clopper-pearson.ts";
export { chanceAfterRetries, chanceOfFalseRed } from "./rates/flakiness.ts";
export { passAtK, passHatK } from "./rates/pass-at-k.ts";
export { type Rate, rateOf } from "./rates/rate.ts";
export {
  type Reliability,
  reliability,
  reliabilityAt,
  type TrialCounts,
} from "./rates/reliability.ts";
export { mergeTallies, passRate, type Tally, tallyOf } from "./rates/tally.ts";
export { wilson, wilsonBounds } from "./rates/wilson.ts";
export { wilsonCoverage } from "./rates/wilson-coverage.ts";
export { ruleOfThree, zeroFailuresBound, zeroFailuresNeeded } from "./rates/zero-failures.ts";
export { type BettingPlan, type BettingProcess, bettingProcess } from "./sequential/betting.ts";
export { confidenceSequence } from "./sequential/confidence-sequence.ts";
export { type Drift, type DriftOptions, driftOf } from "./sequential/drift.ts";
export { combineEValues, eValue, pairedEValue } from "./sequential/e-value.ts";
export { type Sprt, type SprtPlan, sprt } from "./sequential/sprt.ts";
