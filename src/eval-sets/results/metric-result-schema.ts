import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { Schema } from "../../core/schema/parse-context.ts";
import { array, boolean, number, plain, string, withRead } from "../../core/schema/schema.ts";
import type { Status } from "../../core/verdict.ts";

/** What a metric was asked for, as ADK's result files have it. */
export interface AdkMetric {
  readonly metricName: string;
  readonly threshold?: number | undefined;
  readonly criterion?: AdkCriterion | undefined;
  readonly customFunctionPath?: string | undefined;
}

export interface AdkMetricResult extends AdkMetric {
  readonly score?: number | undefined;
  readonly evalStatus: AdkStatus;
  readonly details: AdkDetails;
}

/** 1 passed, 2 failed, 3 not evaluated, 4 informational. */
export type AdkStatus = 1 | 2 | 3 | 4;

export interface AdkCriterion {
  readonly threshold: number;
  readonly includeIntermediateResponsesInFinal: boolean;
  /** All other settings, in the spelling they came with. */
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
}

export interface AdkDetails {
  readonly rubricScores?: readonly AdkRubricScore[] | undefined;
  readonly tokenUsageDetails?: Figures<TokenFigure> | undefined;
  readonly durationDetails?: Figures<DurationFigure> | undefined;
}

export interface AdkRubricScore {
  readonly rubricId: string;
  readonly rationale?: string | undefined;
  readonly score?: number | undefined;
}

type Figures<Name extends string> = { readonly [Key in Name]?: number | undefined };
type TokenFigure = (typeof tokenFigures)[number];
type DurationFigure = (typeof durationFigures)[number];

export const tokenFigures = [
  "totalTokens",
  "inputTokens",
  "promptTokens",
  "cachedTokens",
  "toolUseTokens",
  "outputTokens",
  "candidatesTokens",
  "reasoningTokens",
] as const;

export const durationFigures = [
  "totalSeconds",
  "modelSeconds",
  "toolSeconds",
  "frameworkSeconds",
] as const;

const adkStatuses = {
  passed: 1,
  failed: 2,
  "not-evaluated": 3,
  informational: 4,
} as const satisfies Record<Status, AdkStatus>;

export function adkStatus(status: Status): AdkStatus {
  return adkStatuses[status];
}

/** ADK reads true for 1, since Python does. */
export const adkStatusSchema: Schema<AdkStatus> = withRead(
  plain(
    "a status from 1 (passed) to 4 (informational)",
    (value): value is AdkStatus => value === 1 || value === 2 || value === 3 || value === 4,
    { enum: [1, 2, 3, 4] },
  ),
  (value, context, inner) => inner.read(value === true ? 1 : value, context),
);

const criterionSchema = object<AdkCriterion>(
  {
    threshold: required(number),
    includeIntermediateResponsesInFinal: withDefault(boolean, false),
  },
  { expected: "a criterion", unknown: "keep" },
);

const rubricScoreSchema = object<AdkRubricScore>(
  { rubricId: required(string), rationale: optional(string), score: optional(number) },
  { expected: "a rubric score", unknown: "refuse" },
);

function figuresSchema<Name extends string>(
  called: string,
  names: readonly Name[],
): Schema<Figures<Name>> {
  const fields = Object.fromEntries(names.map((name) => [name, optional(number)]));
  return object<Figures<Name>>(fields as never, { expected: called, unknown: "refuse" });
}

const detailsSchema = object<AdkDetails>(
  {
    rubricScores: optional(array(rubricScoreSchema)),
    tokenUsageDetails: optional(figuresSchema("token usage details", tokenFigures)),
    durationDetails: optional(figuresSchema("duration details", durationFigures)),
  },
  { expected: "details", unknown: "refuse" },
);

const metricFields = {
  metricName: required(string),
  threshold: optional(number),
  criterion: optional(criterionSchema),
  customFunctionPath: optional(string),
};

export const adkMetricSchema: Schema<AdkMetric> = object<AdkMetric>(metricFields, {
  expected: "a metric",
  unknown: "refuse",
});

export const adkMetricResultSchema: Schema<AdkMetricResult> = object<AdkMetricResult>(
  {
    ...metricFields,
    score: optional(number),
    evalStatus: required(adkStatusSchema),
    details: withDefault(detailsSchema, {}),
  },
  { expected: "a metric result", unknown: "refuse" },
);
