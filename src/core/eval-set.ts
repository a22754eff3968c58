import type { CaseSettings } from "./case-settings.ts";
import type { Invocation } from "./invocation.ts";
import type { Rubric } from "./rubric.ts";

/** A named list of cases. Mirrors ADK's EvalSet. */
export interface EvalSet extends EvalSetHeader {
  readonly evalCases: readonly EvalCase[];
}

/** All of an eval set but its cases, which may be too many to hold. */
export interface EvalSetHeader {
  readonly evalSetId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Unix seconds. */
  readonly creationTimestamp: number;
  /** Keys that ADK does not know, kept for writing. */
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
}

/** One conversation to run with the agent, and what should come of it. Exactly one of the two conversations is set. */
export interface EvalCase {
  /** Unique within the set. */
  readonly evalId: string;
  readonly conversation?: readonly Invocation[] | undefined;
  readonly conversationScenario?: ConversationScenario | undefined;
  readonly sessionInput?: SessionInput | undefined;
  readonly creationTimestamp: number;
  readonly rubrics?: readonly Rubric[] | undefined;
  /** The session state expected when the conversation is over; undefined when nobody said. */
  readonly finalSessionState?: Readonly<Record<string, unknown>> | undefined;
  /** Our own settings of a case, under the key `assay`; ADK keeps the key and ignores it. */
  readonly assay?: CaseSettings | undefined;
  /** Other keys of the case, kept for writing in their order. */
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
}

export interface SessionInput {
  readonly appName: string;
  readonly userId: string;
  readonly sessionId?: string | undefined;
  readonly state: Readonly<Record<string, unknown>>;
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
}

/** A conversation with a simulated user who follows a plan. */
export interface ConversationScenario {
  readonly startingPrompt: string;
  readonly conversationPlan: string;
  /** A built-in persona by id, or a whole one. */
  readonly userPersona?: string | UserPersona | undefined;
}

export interface UserPersona {
  readonly id: string;
  readonly description: string;
  readonly behaviors: readonly UserBehavior[];
}

export interface UserBehavior {
  readonly name: string;
  readonly description: string;
  readonly behaviorInstructions: readonly string[];
  readonly violationRubrics: readonly string[];
}
