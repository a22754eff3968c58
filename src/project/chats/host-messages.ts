import type { AgentFacts } from "../../agents/loading/agent-facts.ts";
import type { Step } from "../../core/agent.ts";
import type { Content } from "../../core/content.ts";
import type { Problem } from "../../core/errors.ts";
import type { Invocation } from "../../core/invocation.ts";
import type { CaseKey, TurnEndEvent } from "../../core/run.ts";

/** What the process of an agent is asked. */
export type HostRequest =
  | {
      readonly type: "load";
      readonly agent: string;
      readonly cwd: string;
      /** In place of its own. */
      readonly model?: string | undefined;
    }
  | TurnOrder
  /** Ends the turn that is going on. */
  | { readonly type: "stop" }
  /** A conversation that nobody goes on with for now. */
  | { readonly type: "close"; readonly chat: string };

export interface TurnOrder {
  readonly type: "turn";
  readonly chat: string;
  readonly key: CaseKey;
  readonly turn: number;
  readonly invocationId: string;
  readonly content: Content;
  readonly timeoutMs: number;
  /** How to open the conversation; without it, the one that is open goes on. */
  readonly open?: ConversationOrder | undefined;
}

export interface ConversationOrder {
  readonly sessionId: string;
  readonly userId: string;
  readonly appName: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly firstState: Readonly<Record<string, unknown>>;
  readonly history: readonly Invocation[];
  readonly memory: readonly unknown[];
}

/** What it says. Everything in it comes from code of a user, so whoever reads it checks it. */
export type HostMessage =
  | ({ readonly type: "ready" } & HostedAgent)
  | { readonly type: "broken"; readonly problem: HostProblem }
  | { readonly type: "step"; readonly step: Step }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "turn"; readonly event: TurnEndEvent };

/** An agent as its process has loaded it. */
export interface HostedAgent {
  readonly name: string;
  readonly framework?: string | undefined;
  readonly facts: AgentFacts;
}

/** Why there is no agent, or no turn. */
export interface HostProblem extends Problem {
  readonly code: string;
  readonly printed?: string | undefined;
}
