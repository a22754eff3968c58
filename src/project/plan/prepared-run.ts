import type { QuarantinedCase, RunInfo } from "../../core/run-info.ts";
import type { CallQuota } from "../../models/index.ts";
import type { InitialSession } from "../../runner/run-plan.ts";
import type { EvalConfig } from "../config/read-config.ts";
import type { AskedGates } from "../gates/asked-gates.ts";
import type { ModelRegistry } from "../models/model-registry.ts";
import type { PlannedSet } from "./plan-cases.ts";
import type { EnvironmentsOfRun } from "./plan-environments.ts";
import type { ResolvedAgent } from "./resolve-agent.ts";

/** A run that is ready to begin: nothing the user could have got wrong is left to be found out. */
export interface PreparedRun {
  readonly loaded: ResolvedAgent;
  readonly sets: readonly PlannedSet[];
  readonly about: RunInfo;
  /** What flags and configs ask of the run as a whole; `withGates` makes its gates of it, for those who want them. */
  readonly asked?: AskedGates | undefined;
  readonly initialSession?: InitialSession | undefined;
  /** Sentences worth saying before the run: which config, what cannot be scored. */
  readonly notes: readonly string[];
  readonly bands?: EvalConfig["scoreBands"];
  /** Undefined when nothing in the run asks a model. */
  readonly models?: ModelRegistry | undefined;
  /** How users are played, by set id. */
  readonly userSimulators: ReadonlyMap<string, EvalConfig["userSimulatorConfig"]>;
  /** Makes simulated environments; undefined when every tool is real. */
  readonly environments?: EnvironmentsOfRun | undefined;
}

export interface PrepareOptions {
  readonly cwd: string;
  readonly version: string;
  readonly command?: readonly string[] | undefined;
  /** Case ids by set id that `--failed` is about; undefined means all. */
  readonly onlyCases?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** By set id, what whoever chose the cases has left out already. */
  readonly quarantined?: ReadonlyMap<string, readonly QuarantinedCase[]> | undefined;
  /** What a resume by the command asks for, where the request itself holds objects that can be named. */
  readonly byName?: RunInfo["options"];
  /** Absolute paths of files that the run writes: reports, the store. */
  readonly outputs?: readonly string[] | undefined;
  /** False where neither users nor tools are simulated, so that nothing is asked or paid for them. */
  readonly simulates?: boolean | undefined;
  /** What models allow and the run may cost, where other processes have a share in that. */
  readonly quota?: CallQuota | undefined;
}
