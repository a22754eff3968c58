import {
  boolean,
  list,
  number,
  object,
  optional,
  plain,
  reading,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import type { Status } from "../core/verdict.ts";

/** What a metric was asked for, as ADK's result files tell it. */
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
export const adkStatusShape: Shape<AdkStatus> = reading(
  plain(
    "a status from 1 (passed) to 4 (informational)",
    (value): value is AdkStatus => value === 1 || value === 2 || value === 3 || value === 4,
    { enum: [1, 2, 3, 4] },
  ),
  (value, context, inner) => inner.read(value === true ? 1 : value, context),
);

const criterionShape = object<AdkCriterion>(
  {
    threshold: required(number),
    includeIntermediateResponsesInFinal: withDefault(boolean, false),
  },
  { called: "a criterion", unknown: "keep" },
);

const rubricScoreShape = object<AdkRubricScore>(
  { rubricId: required(text), rationale: optional(text), score: optional(number) },
  { called: "a rubric score", unknown: "refuse" },
);

function figuresShape<Name extends string>(
  called: string,
  names: readonly Name[],
): Shape<Figures<Name>> {
  const fields = Object.fromEntries(names.map((name) => [name, optional(number)]));
  return object<Figures<Name>>(fields as never, { called, unknown: "refuse" });
}

const detailsShape = object<AdkDetails>(
  {
    rubricScores: optional(list(rubricScoreShape)),
    tokenUsageDetails: optional(figuresShape("token usage details", tokenFigures)),
    durationDetails: optional(figuresShape("duration details", durationFigures)),
  },
  { called: "details", unknown: "refuse" },
);

const metricFields = {
  metricName: required(text),
  threshold: optional(number),
  criterion: optional(criterionShape),
  customFunctionPath: optional(text),
};

export const adkMetricShape: Shape<AdkMetric> = object<AdkMetric>(metricFields, {
  called: "a metric",
  unknown: "refuse",
});

export const adkMetricResultShape: Shape<AdkMetricResult> = object<AdkMetricResult>(
  {
    ...metricFields,
    score: optional(number),
    evalStatus: required(adkStatusShape),
    details: withDefault(detailsShape, {}),
  },
  { called: "a metric result", unknown: "refuse" },
);
