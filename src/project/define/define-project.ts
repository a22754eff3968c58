import type { AgentFactory } from "../../agents/agent-factory.ts";
import type { CommandTarget } from "../../agents/command-agent.ts";
import type { Agent } from "../../core/agent.ts";
import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { TrialRule } from "../../core/run-info.ts";
import type { ModelLike } from "../../models/index.ts";
import type { ConfigInput, CriteriaInput, CustomMetricsInput } from "./define-config.ts";

/** What an `assay.config.ts` exports: what `assay eval` runs, and how, unless a flag says otherwise. Paths start from the file. */
export interface ProjectInput<Custom extends CustomMetricsInput = CustomMetricsInput> {
  /** Folder or file of the agent, or the agent itself; of several, a list or an object by names of your choice. */
  readonly agents?:
    | string
    | InlineAgent
    | readonly (string | InlineAgent)[]
    | Readonly<Record<string, string | InlineAgent | ProjectAgentInput>>
    | undefined;
  /** Eval set files, folders of them or ids; all of the agent's folder unless given. */
  readonly evalSets?: string | readonly string[] | undefined;
  /** What is measured where no test config lies beside a set. */
  readonly criteria?: CriteriaInput<Custom> | undefined;
  /** The same with all that a test config may contain, or the file of one. */
  readonly config?: string | ConfigInput<Custom> | undefined;
  readonly judge?: ProjectJudge | undefined;
  /** Database of all runs; `.assay/assay.db` beside the file unless given. */
  readonly store?: string | undefined;
  /** As after `--reporter`: `"terminal"`, `"junit=report.xml"`; in code also reporters of your own. */
  readonly reporters?: readonly (string | Reporter)[] | undefined;
  /** Conversations at once. */
  readonly concurrency?: number | undefined;
  /** Seconds. */
  readonly timeouts?: ProjectTimeouts | undefined;
  /** How often each conversation is run. */
  readonly trials?: number | undefined;
  /** How trials make a verdict: by pooled means, or when all, any or so many pass. */
  readonly require?: TrialRule | undefined;
  /** What every run as a whole is to reach, such as `pass-rate > 0.9`, where no test config says it. */
  readonly gates?: readonly string[] | undefined;
  /** By the end of the interval ("bound", unless given), or by the estimate itself, as ADK does ("point"). */
  readonly gateBy?: "bound" | "point" | undefined;
  /** The run that `no-worse` compares with: its id or name, a commit, a branch or a tag. */
  readonly baseline?: string | undefined;
  /** How much `assay serve` keeps of what it receives; all of it unless given. */
  readonly retention?: ProjectRetention | undefined;
}

/** An agent in code: a function, an agent of a framework, an `Agent`, a factory or a command. */
export type InlineAgent =
  | ((...given: never[]) => unknown)
  | Agent
  | AgentFactory
  | CommandTarget
  | FrameworkAgent;

/** By what agents of `@google/adk` and of the AI SDK are known to the compiler; they are recognised by their brands. */
type FrameworkAgent =
  | { readonly runAsync: (...given: never[]) => unknown }
  | { readonly rootAgent: object }
  | { readonly version: "agent-v1"; readonly generate: (...given: never[]) => unknown };

export type ProjectAgentInput = ProjectAgentSettings &
  (
    | {
        /** Folder or file that exports the agent. */
        readonly path: string;
        readonly agent?: undefined;
      }
    | { readonly path?: undefined; readonly agent: InlineAgent }
  );

interface ProjectAgentSettings {
  /** A sub-agent to evaluate instead of the root. */
  readonly agentName?: string | undefined;
  /** The eval sets of this agent; those of the project unless given. */
  readonly evalSets?: string | readonly string[] | undefined;
}

/** Who judges where a set's test config names nobody. */
export interface ProjectJudge {
  /** A name; in code also an AI SDK model or a function. */
  readonly model?: ModelLike | undefined;
  /** Address of the models' server. */
  readonly baseUrl?: string | undefined;
  /** Whether judges answer control questions before they judge. */
  readonly check?: JudgeCheckMode | undefined;
}

export interface ProjectTimeouts {
  readonly turn?: number | undefined;
  readonly case?: number | undefined;
  readonly run?: number | undefined;
}

/** The oldest sessions go first; golden ones never do. */
export interface ProjectRetention {
  readonly sessions?: number | undefined;
  /** Since the last span of a session came. */
  readonly days?: number | undefined;
  /** Of all sessions together. */
  readonly spans?: number | undefined;
}

/**
 * A project config whose keys, metrics and settings are checked while you type.
 *
 * @example
 * export default defineProject({
 *   agents: { desk: "agents/desk" },
 *   criteria: { response_match_score: 0.8 },
 *   concurrency: 16,
 * });
 */
export function defineProject<const Custom extends CustomMetricsInput = Record<never, never>>(
  project: ProjectInput<Custom>,
): ProjectInput<Custom> {
  return project;
}
