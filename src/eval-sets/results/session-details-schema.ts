import type { Content } from "../../core/content.ts";
import type { UsageMetadata } from "../../core/invocation.ts";
import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { Schema } from "../../core/schema/parse-context.ts";
import {
  anything,
  array,
  boolean,
  freeObject,
  integer,
  number,
  record,
  string,
  withRead,
} from "../../core/schema/schema.ts";
import { anyCaseEnum } from "../schema/any-case-enum.ts";
import { contentSchema } from "../schema/content-schema.ts";
import { groundingMetadataSchema } from "../schema/grounding-schema.ts";
import { usageMetadataSchema } from "../schema/usage-metadata-schema.ts";

/** The session of a case as ADK stored it beside the results. */
export interface SessionDetails {
  readonly id: string;
  readonly appName: string;
  readonly userId: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly events: readonly StoredEvent[];
  readonly lastUpdateTime: number;
}

/** One event of a stored session. What nobody here looks into is kept as it was read. */
interface StoredEvent {
  readonly modelVersion?: string | undefined;
  readonly content?: Content | undefined;
  readonly groundingMetadata?: Readonly<Record<string, unknown>> | undefined;
  readonly partial?: boolean | undefined;
  readonly turnComplete?: boolean | undefined;
  readonly turnCompleteReason?: string | undefined;
  readonly interactionStatus?: string | undefined;
  readonly finishReason?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly interrupted?: boolean | undefined;
  readonly customMetadata?: Readonly<Record<string, unknown>> | undefined;
  readonly usageMetadata?: UsageMetadata | undefined;
  readonly liveSessionResumptionUpdate?: unknown;
  readonly liveSessionId?: string | undefined;
  readonly goAway?: unknown;
  readonly voiceActivity?: unknown;
  readonly inputTranscription?: StoredTranscription | undefined;
  readonly outputTranscription?: StoredTranscription | undefined;
  readonly avgLogprobs?: number | undefined;
  readonly logprobsResult?: unknown;
  readonly cacheMetadata?: unknown;
  readonly citationMetadata?: unknown;
  readonly interactionId?: string | undefined;
  readonly environmentId?: string | undefined;
  readonly invocationId: string;
  readonly author: string;
  readonly actions: StoredActions;
  readonly output?: unknown;
  readonly nodeInfo: StoredNode;
  readonly longRunningToolIds?: readonly string[] | undefined;
  readonly branch?: string | undefined;
  readonly isolationScope?: string | undefined;
  readonly id: string;
  readonly timestamp: number;
}

interface StoredTranscription {
  readonly text?: string | undefined;
  readonly finished?: boolean | undefined;
  readonly languageCode?: string | undefined;
  readonly speakerLabel?: string | undefined;
  readonly words?: unknown;
  readonly startOffset?: unknown;
  readonly endOffset?: unknown;
}

interface StoredActions {
  readonly skipSummarization?: boolean | undefined;
  readonly stateDelta: Readonly<Record<string, unknown>>;
  readonly artifactDelta: Readonly<Record<string, number>>;
  readonly transferToAgent?: string | undefined;
  readonly transferReason?: string | undefined;
  readonly escalate?: boolean | undefined;
  readonly requestedAuthConfigs: Readonly<Record<string, unknown>>;
  readonly requestedToolConfirmations: Readonly<Record<string, unknown>>;
  readonly compaction?: unknown;
  readonly endOfAgent?: boolean | undefined;
  readonly agentState?: Readonly<Record<string, unknown>> | undefined;
  readonly rewindBeforeInvocationId?: string | undefined;
  readonly route?: unknown;
  readonly renderUiWidgets?: unknown;
  readonly setModelResponse?: unknown;
}

interface StoredNode {
  readonly path: string;
  readonly outputFor?: readonly string[] | undefined;
  readonly messageAsOutput?: boolean | undefined;
}

const transcriptionSchema = object<StoredTranscription>(
  {
    text: optional(string),
    finished: optional(boolean),
    languageCode: optional(string),
    speakerLabel: optional(string),
    words: optional(anything),
    startOffset: optional(anything),
    endOffset: optional(anything),
  },
  { expected: "a transcription", unknown: "refuse" },
);

const actionsSchema = object<StoredActions>(
  {
    skipSummarization: optional(boolean),
    stateDelta: withDefault(freeObject, {}),
    artifactDelta: withDefault(record(integer), {}),
    transferToAgent: optional(string),
    transferReason: optional(string),
    escalate: optional(boolean),
    requestedAuthConfigs: withDefault(freeObject, {}),
    requestedToolConfirmations: withDefault(freeObject, {}),
    compaction: optional(anything),
    endOfAgent: optional(boolean),
    agentState: optional(freeObject),
    rewindBeforeInvocationId: optional(string),
    route: optional(anything),
    renderUiWidgets: optional(anything),
    setModelResponse: optional(anything),
  },
  { expected: "the actions of an event", unknown: "refuse" },
);

const nodeSchema = object<StoredNode>(
  {
    path: withDefault(string, ""),
    outputFor: optional(array(string)),
    messageAsOutput: optional(boolean),
  },
  { expected: "the node of an event", unknown: "drop" },
);

/** A set in ADK: no order of its own, no id twice. */
const idsSchema = withRead(array(string), (value, context, inner) => {
  const ids = inner.read(value, context);
  return Array.isArray(ids) ? [...new Set(ids)].sort() : ids;
});

const interactionStatusSchema = anyCaseEnum(
  "INTERACTION_STATUS_UNSPECIFIED",
  "IN_PROGRESS",
  "REQUIRES_ACTION",
  "IDLE",
);

const finishReasonSchema = anyCaseEnum(
  "FINISH_REASON_UNSPECIFIED",
  "STOP",
  "MAX_TOKENS",
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "MALFORMED_FUNCTION_CALL",
  "IMAGE_SAFETY",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "IMAGE_PROHIBITED_CONTENT",
  "NO_IMAGE",
  "IMAGE_RECITATION",
  "IMAGE_OTHER",
  "CONTINUATION",
);

const noActions: StoredActions = {
  stateDelta: {},
  artifactDelta: {},
  requestedAuthConfigs: {},
  requestedToolConfirmations: {},
};

const eventSchema = object<StoredEvent>(
  {
    modelVersion: optional(string),
    content: optional(contentSchema),
    groundingMetadata: optional(groundingMetadataSchema),
    partial: optional(boolean),
    turnComplete: optional(boolean),
    turnCompleteReason: optional(string),
    interactionStatus: optional(interactionStatusSchema),
    finishReason: optional(finishReasonSchema),
    errorCode: optional(string),
    errorMessage: optional(string),
    interrupted: optional(boolean),
    customMetadata: optional(freeObject),
    usageMetadata: optional(usageMetadataSchema),
    liveSessionResumptionUpdate: optional(anything),
    liveSessionId: optional(string),
    goAway: optional(anything),
    voiceActivity: optional(anything),
    inputTranscription: optional(transcriptionSchema),
    outputTranscription: optional(transcriptionSchema),
    avgLogprobs: optional(number),
    logprobsResult: optional(anything),
    cacheMetadata: optional(anything),
    citationMetadata: optional(anything),
    interactionId: optional(string),
    environmentId: optional(string),
    invocationId: withDefault(string, ""),
    author: withDefault(string, ""),
    actions: withDefault(actionsSchema, noActions),
    output: optional(anything),
    nodeInfo: withDefault(nodeSchema, { path: "" }),
    longRunningToolIds: optional(idsSchema),
    branch: optional(string),
    isolationScope: optional(string),
    id: withDefault(string, ""),
    timestamp: withDefault(number, 0),
  },
  { expected: "an event", unknown: "drop" },
);

export const sessionDetailsSchema: Schema<SessionDetails> = object<SessionDetails>(
  {
    id: required(string),
    appName: required(string),
    userId: required(string),
    state: withDefault(freeObject, {}),
    events: withDefault(array(eventSchema), []),
    lastUpdateTime: withDefault(number, 0),
  },
  { expected: "a session", unknown: "refuse" },
);
