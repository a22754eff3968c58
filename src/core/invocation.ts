import {
  type Content,
  type FunctionCall,
  type FunctionResponse,
  type Part,
  textOf,
} from "./content.ts";
import type { Rubric } from "./rubric.ts";

/**
 * One user message and everything the agent did about it.
 * Expected and actual, live agents, traces and stored runs all have this form. Mirrors ADK's Invocation.
 */
export interface Invocation {
  readonly invocationId: string;
  readonly userContent: Content;
  readonly finalResponse?: Content | undefined;
  readonly intermediateData?: IntermediateData | InvocationEvents | undefined;
  /** Unix seconds. */
  readonly creationTimestamp: number;
  /** Seconds of wall clock, and the parts of it spent in model calls and in tools. Unknown is undefined, never 0. */
  readonly duration?: number | undefined;
  readonly modelDuration?: number | undefined;
  readonly toolDuration?: number | undefined;
  readonly rubrics?: readonly Rubric[] | undefined;
  readonly appDetails?: AppDetails | undefined;
  /** Which of the tool responses, by their place, are simulated. Stays in our own records: ADK has no such field. */
  readonly simulatedResponses?: readonly number[] | undefined;
  /** When its steps were, where that was measured. Stays in our own records, too. */
  readonly times?: TurnTimes | undefined;
}

/** The times of a turn's steps. Nothing is kept of turns that took no time. */
export interface TurnTimes {
  /** Of each tool call, in order. */
  readonly tools?: readonly StepTime[] | undefined;
  /** Of each model call, in order: of every event with token counts or a model's version. */
  readonly models?: readonly StepTime[] | undefined;
}

/** Milliseconds since the turn began; null where it is not known. */
export type StepTime = readonly [from: number | null, to: number | null];

/** The form people author: what the agent should call and say on the way. */
export interface IntermediateData {
  readonly toolUses: readonly FunctionCall[];
  /** Undefined: nobody said what tools should answer. An empty list says that none should. */
  readonly toolResponses?: readonly FunctionResponse[] | undefined;
  /** Pairs of author and parts. Undefined and empty differ as above. */
  readonly intermediateResponses?:
    | readonly (readonly [author: string, parts: readonly Part[]])[]
    | undefined;
}

/** The form a run records: the agent's events in order. */
export interface InvocationEvents {
  readonly invocationEvents: readonly InvocationEvent[];
}

export interface InvocationEvent {
  readonly author: string;
  readonly content?: Content | undefined;
  readonly groundingMetadata?: Readonly<Record<string, unknown>> | undefined;
  readonly usageMetadata?: UsageMetadata | undefined;
  readonly modelVersion?: string | undefined;
}

/** Token counts of one model call, under the names of Google's gen-AI API. */
export interface UsageMetadata {
  readonly promptTokenCount?: number | undefined;
  readonly toolUsePromptTokenCount?: number | undefined;
  readonly cachedContentTokenCount?: number | undefined;
  readonly candidatesTokenCount?: number | undefined;
  readonly thoughtsTokenCount?: number | undefined;
  readonly totalTokenCount?: number | undefined;
  readonly [other: string]: unknown;
}

export interface AppDetails {
  readonly agentDetails: Readonly<Record<string, AgentDetails>>;
}

export interface AgentDetails {
  readonly name: string;
  readonly instructions: string;
  readonly toolDeclarations: readonly unknown[];
}

export function isRecorded(
  data: IntermediateData | InvocationEvents | undefined,
): data is InvocationEvents {
  return data !== undefined && "invocationEvents" in data;
}

/** Every tool call of an invocation, in order, whichever form it is written in. */
export function toolCallsOf(invocation: Invocation): readonly FunctionCall[] {
  const data = invocation.intermediateData;
  if (data === undefined) return [];
  if (!isRecorded(data)) return data.toolUses;
  const calls: FunctionCall[] = [];
  for (const { content } of data.invocationEvents) {
    for (const { functionCall } of content?.parts ?? NO_PARTS) {
      if (functionCall !== undefined) calls.push(functionCall);
    }
  }
  return calls;
}

/** How many those are: asked more than once of each of a hundred thousand turns, for which no list is made. */
export function countToolCalls({ intermediateData: data }: Invocation): number {
  if (data === undefined) return 0;
  if (!isRecorded(data)) return data.toolUses.length;
  let count = 0;
  for (const { content } of data.invocationEvents) {
    const parts = content?.parts ?? NO_PARTS;
    for (let at = 0; at < parts.length; at += 1) {
      if (parts[at]?.functionCall !== undefined) count += 1;
    }
  }
  return count;
}

/** Every tool response of an invocation, in order. */
export function toolResponsesOf(invocation: Invocation): readonly FunctionResponse[] {
  const data = invocation.intermediateData;
  if (data === undefined) return [];
  if (!isRecorded(data)) return data.toolResponses ?? [];
  const responses: FunctionResponse[] = [];
  for (const { content } of data.invocationEvents) {
    for (const { functionResponse } of content?.parts ?? NO_PARTS) {
      if (functionResponse !== undefined) responses.push(functionResponse);
    }
  }
  return responses;
}

/** What was said on the way to the answer, by whom. */
export function intermediateTextsOf(
  invocation: Invocation,
): readonly { readonly author: string; readonly text: string }[] {
  const data = invocation.intermediateData;
  if (data === undefined) return [];
  const said = isRecorded(data)
    ? data.invocationEvents.map((event) => ({ author: event.author, text: textOf(event.content) }))
    : (data.intermediateResponses ?? []).map(([author, parts]) => ({
        author,
        text: textOf({ parts }),
      }));
  return said.flatMap(({ author, text }) =>
    text === undefined || text === "" ? [] : [{ author, text }],
  );
}

const NO_PARTS: readonly Part[] = [];
