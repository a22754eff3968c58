import type { Invocation } from "../core/invocation.ts";
import {
  list,
  makeShape,
  number,
  object,
  optional,
  reading,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { invocationShape } from "./invocation-shape.ts";
import {
  type AdkMetric,
  type AdkMetricResult,
  type AdkStatus,
  adkMetricResultShape,
  adkMetricShape,
  adkStatusShape,
} from "./metric-result-shape.ts";
import { type SessionDetails, sessionDetailsShape } from "./session-details-shape.ts";

/** A results file of ADK: what one run made of one eval set. */
export interface EvalSetResult {
  readonly evalSetResultId: string;
  readonly evalSetResultName?: string | undefined;
  readonly evalSetId: string;
  readonly evalCaseResults: readonly EvalCaseResult[];
  /** Unix seconds. */
  readonly creationTimestamp: number;
}

export interface EvalCaseResult {
  /** An older name of `evalSetId`. */
  readonly evalSetFile?: string | undefined;
  readonly evalSetId: string;
  readonly evalId: string;
  readonly finalEvalStatus: AdkStatus;
  /** Pairs that older versions of ADK wrote. */
  readonly evalMetricResults?: readonly (readonly [AdkMetric, AdkMetricResult])[] | undefined;
  readonly overallEvalMetricResults: readonly AdkMetricResult[];
  readonly evalMetricResultPerInvocation: readonly InvocationResult[];
  readonly sessionId: string;
  readonly sessionDetails?: SessionDetails | undefined;
  readonly userId?: string | undefined;
  /** Of the keys that ADK ignores, only our own `assay` is kept. */
  readonly extras?: { readonly assay: unknown } | undefined;
}

export interface InvocationResult {
  readonly actualInvocation: Invocation;
  readonly expectedInvocation?: Invocation | undefined;
  readonly evalMetricResults: readonly AdkMetricResult[];
}

const pairShape: Shape<readonly [AdkMetric, AdkMetricResult]> = makeShape({
  called: "a pair of a metric and its result",
  read(value, context) {
    if (!Array.isArray(value) || value.length !== 2) {
      context.problem("A pair of a metric and its result was expected.");
      return undefined as never;
    }
    return [
      context.within(0, adkMetricShape, value[0]),
      context.within(1, adkMetricResultShape, value[1]),
    ];
  },
  write: ([metric, result], mode) => [
    adkMetricShape.write(metric, mode),
    adkMetricResultShape.write(result, mode),
  ],
  schema: () => ({ type: "array", minItems: 2, maxItems: 2 }),
});

const invocationResultShape = object<InvocationResult>(
  {
    actualInvocation: required(invocationShape),
    expectedInvocation: optional(invocationShape),
    evalMetricResults: withDefault(list(adkMetricResultShape), []),
  },
  { called: "the result of a turn", unknown: "refuse" },
);

const caseObject = object<EvalCaseResult>(
  {
    evalSetFile: optional(text),
    evalSetId: withDefault(text, ""),
    evalId: withDefault(text, ""),
    finalEvalStatus: required(adkStatusShape),
    evalMetricResults: optional(list(pairShape)),
    overallEvalMetricResults: required(list(adkMetricResultShape)),
    evalMetricResultPerInvocation: required(list(invocationResultShape)),
    sessionId: required(text),
    sessionDetails: optional(sessionDetailsShape),
    userId: optional(text),
  },
  { called: "the result of a case", unknown: "keep" },
);

export const evalCaseResultShape: Shape<EvalCaseResult> = reading(
  caseObject,
  (value, context, inner) => {
    const { extras, ...known } = inner.read(value, context) ?? {};
    return extras?.assay === undefined ? known : { ...known, extras: { assay: extras.assay } };
  },
);

export const evalSetResultShape: Shape<EvalSetResult> = object<EvalSetResult>(
  {
    evalSetResultId: required(text),
    evalSetResultName: optional(text),
    evalSetId: required(text),
    evalCaseResults: withDefault(list(evalCaseResultShape), []),
    creationTimestamp: withDefault(number, 0),
  },
  { called: "the result of an eval set", unknown: "drop" },
);
