import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { TrialRule } from "../../core/run-info.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import type { ModelLike } from "../../models/index.ts";
import type { InitialSession } from "../../runner/run-plan.ts";
import type { AskedCriteria } from "../config/asked-criteria.ts";
import type { EvalConfig } from "../config/read-config.ts";
import type { AskedGates } from "../gates/asked-gates.ts";

/** Which agent of several is meant, and with which model. */
export interface AgentChoice {
  /** A sub-agent to evaluate instead of the root. */
  readonly agentName?: string | undefined;
  /** The model to run the agent with in place of its own; agents that take none are refused. */
  readonly agentModel?: string | undefined;
}

/** What a user asks of `assay eval`, with every default filled in. A run keeps it, and a resume asks for the same. */
export interface EvalRequest extends AskedGates, AgentChoice {
  /** Folder, file or package of the agent, as typed. */
  readonly agent: string;
  /** Files, folders or ids, each with its `:case,case`; none means all sets of the agent's folder. */
  readonly evalSets: readonly string[];
  /** What the run is called from the start. */
  readonly name?: string | undefined;
  readonly configFilePath?: string | undefined;
  /** Measured by instead of what any config says: criteria by name, as a config writes them. */
  readonly criteria?: AskedCriteria | undefined;
  /** The project config, whose criteria and judge are for sets that have none of their own. */
  readonly project?: string | undefined;
  readonly initialSessionFile?: string | undefined;
  /** Only these cases; none means all. */
  readonly caseIds: readonly string[];
  /** Only cases with one of these tags; none means all. */
  readonly tags: readonly string[];
  /** True: cases in quarantine run with the others. */
  readonly quarantined?: boolean | undefined;
  /** Only cases that failed or were not evaluated in this run. */
  readonly failedIn?: string | undefined;
  /** Only these cases, those that failed or that a block of tests was about: ids by set id. */
  readonly onlyCases?: Readonly<Record<string, readonly string[]>> | undefined;
  /** "risk": critical and doubtful cases begin first. In the order of the files unless given. */
  readonly order?: "file" | "risk" | undefined;
  readonly trials: number;
  readonly require: TrialRule;
  readonly concurrency: number;
  readonly failFast: boolean;
  /** Judges everything, whatever the criteria say. */
  readonly judgeModel?: string | undefined;
  /** Address of an OpenAI-compatible server, or of another provider's double. */
  readonly baseUrl?: string | undefined;
  /** Ceiling for the model calls of the whole run, in US dollars. */
  readonly maxCost?: number | undefined;
  /** What the whole run may cost, its agent's model calls included where their price is known, in US dollars. */
  readonly budget?: number | undefined;
  /** End as soon as the gates are decided; the cases begin in an order that is drawn. */
  readonly decide?: boolean | undefined;
  /** Whether judges answer control questions first; what a config says unless given. */
  readonly judgeCheck?: JudgeCheckMode | undefined;
  /** Decides where chance does; a number of its own for each run unless given. */
  readonly seed?: number | undefined;
  /** Seconds. */
  readonly timeouts: {
    readonly turn: number;
    readonly case: number;
    readonly run?: number | undefined;
  };
}

/** The same as programs ask for it: each thing by its name, or the thing itself. */
export interface RunRequest extends Omit<EvalRequest, "agent" | "evalSets" | "judgeModel"> {
  readonly judgeModel?: ModelLike | undefined;
  /** A path, or anything that can be wrapped as an agent. */
  readonly agent: unknown;
  readonly evalSets: readonly (string | EvalSetSource)[];
  /** Wins over every config file. "default" are ADK's two criteria; "nothing" runs conversations and measures none. */
  readonly config?: EvalConfig | "default" | "nothing" | undefined;
  /** The session every case begins with, under what the case itself says. */
  readonly initialSession?: InitialSession | undefined;
}

export const evalDefaults = {
  trials: 1,
  require: "pooled",
  concurrency: 8,
  timeouts: { turn: 120, case: 600 },
} as const;
