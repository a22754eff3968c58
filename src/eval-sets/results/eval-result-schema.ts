import type { Invocation } from "../../core/invocation.ts";
import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { makeSchema, type Schema } from "../../core/schema/parse-context.ts";
import { array, number, string, withRead } from "../../core/schema/schema.ts";
import { invocationSchema } from "../schema/invocation-schema.ts";
import {
  type AdkMetric,
  type AdkMetricResult,
  type AdkStatus,
  adkMetricResultSchema,
  adkMetricSchema,
  adkStatusSchema,
} from "./metric-result-schema.ts";
import { type SessionDetails, sessionDetailsSchema } from "./session-details-schema.ts";

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

const pairSchema: Schema<readonly [AdkMetric, AdkMetricResult]> = makeSchema({
  expected: "a pair of a metric and its result",
  read(value, context) {
    if (!Array.isArray(value) || value.length !== 2) {
      context.problem("A pair of a metric and its result was expected.");
      return undefined as never;
    }
    return [
      context.within(0, adkMetricSchema, value[0]),
      context.within(1, adkMetricResultSchema, value[1]),
    ];
  },
  write: ([metric, result], mode) => [
    adkMetricSchema.write(metric, mode),
    adkMetricResultSchema.write(result, mode),
  ],
  jsonSchema: () => ({ type: "array", minItems: 2, maxItems: 2 }),
});

const invocationResultSchema = object<InvocationResult>(
  {
    actualInvocation: required(invocationSchema),
    expectedInvocation: optional(invocationSchema),
    evalMetricResults: withDefault(array(adkMetricResultSchema), []),
  },
  { expected: "the result of a turn", unknown: "refuse" },
);

const caseObject = object<EvalCaseResult>(
  {
    evalSetFile: optional(string),
    evalSetId: withDefault(string, ""),
    evalId: withDefault(string, ""),
    finalEvalStatus: required(adkStatusSchema),
    evalMetricResults: optional(array(pairSchema)),
    overallEvalMetricResults: required(array(adkMetricResultSchema)),
    evalMetricResultPerInvocation: required(array(invocationResultSchema)),
    sessionId: required(string),
    sessionDetails: optional(sessionDetailsSchema),
    userId: optional(string),
  },
  { expected: "the result of a case", unknown: "keep" },
);

export const evalCaseResultSchema: Schema<EvalCaseResult> = withRead(
  caseObject,
  (value, context, inner) => {
    const { extras, ...known } = inner.read(value, context) ?? {};
    return extras?.assay === undefined ? known : { ...known, extras: { assay: extras.assay } };
  },
);

export const evalSetResultSchema: Schema<EvalSetResult> = object<EvalSetResult>(
  {
    evalSetResultId: required(string),
    evalSetResultName: optional(string),
    evalSetId: required(string),
    evalCaseResults: withDefault(array(evalCaseResultSchema), []),
    creationTimestamp: withDefault(number, 0),
  },
  { expected: "the result of an eval set", unknown: "drop" },
);
