import type { Content } from "../core/content.ts";
import type { UsageMetadata } from "../core/invocation.ts";
import {
  anything,
  boolean,
  freeObject,
  list,
  number,
  object,
  optional,
  reading,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { contentShape } from "./content-shape.ts";
import { groundingMetadataShape } from "./grounding-shape.ts";
import { usageMetadataShape } from "./usage-metadata-shape.ts";

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
  readonly turnCompleteReason?: unknown;
  readonly interactionStatus?: unknown;
  readonly finishReason?: unknown;
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
  readonly artifactDelta: Readonly<Record<string, unknown>>;
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

const transcriptionShape = object<StoredTranscription>(
  {
    text: optional(text),
    finished: optional(boolean),
    languageCode: optional(text),
    speakerLabel: optional(text),
    words: optional(anything),
    startOffset: optional(anything),
    endOffset: optional(anything),
  },
  { called: "a transcription", unknown: "refuse" },
);

const actionsShape = object<StoredActions>(
  {
    skipSummarization: optional(boolean),
    stateDelta: withDefault(freeObject, {}),
    artifactDelta: withDefault(freeObject, {}),
    transferToAgent: optional(text),
    transferReason: optional(text),
    escalate: optional(boolean),
    requestedAuthConfigs: withDefault(freeObject, {}),
    requestedToolConfirmations: withDefault(freeObject, {}),
    compaction: optional(anything),
    endOfAgent: optional(boolean),
    agentState: optional(freeObject),
    rewindBeforeInvocationId: optional(text),
    route: optional(anything),
    renderUiWidgets: optional(anything),
    setModelResponse: optional(anything),
  },
  { called: "the actions of an event", unknown: "refuse" },
);

const nodeShape = object<StoredNode>(
  {
    path: withDefault(text, ""),
    outputFor: optional(list(text)),
    messageAsOutput: optional(boolean),
  },
  { called: "the node of an event", unknown: "drop" },
);

/** A set in ADK: no order of its own, no id twice. */
const idsShape = reading(list(text), (value, context, inner) => {
  const ids = inner.read(value, context);
  return Array.isArray(ids) ? [...new Set(ids)].sort() : ids;
});

const noActions: StoredActions = {
  stateDelta: {},
  artifactDelta: {},
  requestedAuthConfigs: {},
  requestedToolConfirmations: {},
};

const eventShape = object<StoredEvent>(
  {
    modelVersion: optional(text),
    content: optional(contentShape),
    groundingMetadata: optional(groundingMetadataShape),
    partial: optional(boolean),
    turnComplete: optional(boolean),
    turnCompleteReason: optional(anything),
    interactionStatus: optional(anything),
    finishReason: optional(anything),
    errorCode: optional(text),
    errorMessage: optional(text),
    interrupted: optional(boolean),
    customMetadata: optional(freeObject),
    usageMetadata: optional(usageMetadataShape),
    liveSessionResumptionUpdate: optional(anything),
    liveSessionId: optional(text),
    goAway: optional(anything),
    voiceActivity: optional(anything),
    inputTranscription: optional(transcriptionShape),
    outputTranscription: optional(transcriptionShape),
    avgLogprobs: optional(number),
    logprobsResult: optional(anything),
    cacheMetadata: optional(anything),
    citationMetadata: optional(anything),
    interactionId: optional(text),
    environmentId: optional(text),
    invocationId: withDefault(text, ""),
    author: withDefault(text, ""),
    actions: withDefault(actionsShape, noActions),
    output: optional(anything),
    nodeInfo: withDefault(nodeShape, { path: "" }),
    longRunningToolIds: optional(idsShape),
    branch: optional(text),
    isolationScope: optional(text),
    id: withDefault(text, ""),
    timestamp: withDefault(number, 0),
  },
  { called: "an event", unknown: "drop" },
);

export const sessionDetailsShape: Shape<SessionDetails> = object<SessionDetails>(
  {
    id: required(text),
    appName: required(text),
    userId: required(text),
    state: withDefault(freeObject, {}),
    events: withDefault(list(eventShape), []),
    lastUpdateTime: withDefault(number, 0),
  },
  { called: "a session", unknown: "refuse" },
);
