import type { Content, Part } from "./content.ts";
import type { AppDetails, Invocation, InvocationEvent, UsageMetadata } from "./invocation.ts";

/** One event of a session, as ADK's session API gives it. Whatever an agent does becomes these before it is scored. */
export interface SessionEvent {
  readonly id?: string | undefined;
  readonly invocationId?: string | undefined;
  /** The agent's name, or `user`. */
  readonly author?: string | undefined;
  /** Unix seconds. */
  readonly timestamp?: number | undefined;
  readonly content?: Content | undefined;
  /** A piece of a streamed answer. */
  readonly partial?: boolean | undefined;
  readonly errorCode?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly longRunningToolIds?: readonly string[] | undefined;
  readonly actions?: EventActions | undefined;
  readonly groundingMetadata?: Readonly<Record<string, unknown>> | undefined;
  readonly usageMetadata?: UsageMetadata | undefined;
  readonly modelVersion?: string | undefined;
  readonly inputTranscription?: Transcription | undefined;
  readonly outputTranscription?: Transcription | undefined;
}

interface EventActions {
  readonly skipSummarization?: boolean | undefined;
  readonly [other: string]: unknown;
}

interface Transcription {
  readonly text?: string | undefined;
  readonly finished?: boolean | undefined;
}

/** What events do not say, by invocation id. */
export interface InvocationFacts {
  readonly appDetails?: Readonly<Record<string, AppDetails>> | undefined;
  /** Seconds. */
  readonly durations?: Readonly<Record<string, number>> | undefined;
  readonly modelDurations?: Readonly<Record<string, number>> | undefined;
  readonly toolDurations?: Readonly<Record<string, number>> | undefined;
  /** The events come from a spoken session: transcriptions stand for what was said. */
  readonly live?: boolean | undefined;
}

/** The turns that the events of a session make up, in the order they began. */
export function invocationsFromEvents(
  events: readonly SessionEvent[],
  facts: InvocationFacts = {},
): readonly Invocation[] {
  const groups = new Map<string, SessionEvent[]>();
  for (const event of events) {
    const transcribed = facts.live === true ? withTranscription(event) : event;
    const id = event.invocationId ?? "";
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [transcribed]);
    else group.push(transcribed);
  }
  return [...groups].map(([id, group]) =>
    invocationFromEvents(id, group, {
      duration: facts.durations?.[id],
      modelDuration: facts.modelDurations?.[id],
      toolDuration: facts.toolDurations?.[id],
      appDetails: facts.appDetails?.[id],
    }),
  );
}

/** What was heard becomes the text of an event that has no content of its own. */
function withTranscription(event: SessionEvent): SessionEvent {
  if (event.content !== undefined || event.partial === true) return event;
  const { inputTranscription, outputTranscription, ...rest } = event;
  const text = inputTranscription?.text || outputTranscription?.text;
  if (!text) return event;
  const role = inputTranscription?.text ? "user" : "model";
  return { ...rest, content: { parts: [{ text }], role } };
}

const NO_CONTENT: Content = { parts: [] };

/** What the events of one turn do not say. */
type TurnFacts = Pick<Invocation, "duration" | "modelDuration" | "toolDuration" | "appDetails">;

/** The turn that these events make up, whatever invocation they name. */
export function invocationFromEvents(
  invocationId: string,
  events: readonly SessionEvent[],
  { duration, modelDuration, toolDuration, appDetails }: TurnFacts,
): Invocation {
  let userContent = NO_CONTENT;
  let creationTimestamp = 0;
  let final: SessionEvent | undefined;
  const kept: SessionEvent[] = [];
  for (const event of events) {
    if (isByUser(event)) {
      if (event.content === undefined) continue;
      userContent = event.content;
      creationTimestamp = event.timestamp ?? 0;
    } else {
      if (replacesFinal(event, final)) final = event;
      if (hasContent(event)) kept.push(event);
    }
  }
  return {
    invocationId,
    userContent,
    finalResponse: final?.content,
    intermediateData: { invocationEvents: kept.map((event) => stepOf(event, event === final)) },
    creationTimestamp,
    duration,
    modelDuration,
    toolDuration,
    appDetails,
  };
}

function isByUser({ author }: SessionEvent): boolean {
  return author === "user" || author?.toLowerCase() === "user";
}

/** The last answer counts, but sound alone never replaces a text. */
function replacesFinal(event: SessionEvent, final: SessionEvent | undefined): boolean {
  if (partsOf(event).length === 0 || !isFinalResponse(event)) return false;
  return final === undefined || !partsOf(final).some(hasText) || partsOf(event).some(hasText);
}

/** Whether an event ends what its agent has to say. */
export function isFinalResponse(event: SessionEvent): boolean {
  if (event.actions?.skipSummarization === true) return true;
  if ((event.longRunningToolIds?.length ?? 0) > 0) return true;
  const parts = partsOf(event);
  if (event.partial === true || parts.some(isCall)) return false;
  if (event.errorCode) return true;
  return !parts.some(isResponse) && !isSet(parts.at(-1)?.codeExecutionResult);
}

/** Files, code and empty texts alone leave no trace among the steps. */
function hasContent(event: SessionEvent): boolean {
  if (event.groundingMetadata !== undefined) return true;
  return partsOf(event).some(
    (part) => isCall(part) || isResponse(part) || hasText(part) || isSet(part.inlineData),
  );
}

/** The final answer is not written twice; calls stay, since they are counted from here. */
function stepOf(event: SessionEvent, isFinal: boolean): InvocationEvent {
  const content = isFinal && !partsOf(event).some(isCall) ? undefined : event.content;
  const { author = "", groundingMetadata, usageMetadata, modelVersion } = event;
  return { author, content, groundingMetadata, usageMetadata, modelVersion };
}

const NO_PARTS: readonly Part[] = [];

function partsOf(event: SessionEvent): readonly Part[] {
  return event.content?.parts ?? NO_PARTS;
}

function isCall(part: Part): boolean {
  return isSet(part.functionCall);
}

function isResponse(part: Part): boolean {
  return isSet(part.functionResponse);
}

function hasText(part: Part): boolean {
  return part.text !== undefined && part.text !== null && part.text !== "";
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
