import type { RunGates } from "../../core/analysis/gate.ts";

/** What a run as a whole is to reach, as a flag, a config or a program asks for it. */
export interface AskedGates {
  /** Conditions such as `pass-rate > 0.9`; none asks for nothing, whatever a config says. */
  readonly gates?: readonly string[] | undefined;
  /** By the end of the interval unless given, or by the estimate itself, as ADK does. */
  readonly gateBy?: RunGates["by"] | undefined;
  /** The run that `no-worse` compares with: its id or name, `latest`, a commit, a branch or a tag. */
  readonly baseline?: string | undefined;
  /** Set where only a config names the baseline and no gate compares with it: a run without it is as good. */
  readonly isBaselineOptional?: boolean | undefined;
}

/** Flags go before the configs of the sets, and these before the project's. A gate is for the whole run, wherever it stands. */
export function chooseGates(
  flags: AskedGates,
  configs: readonly AskedGates[],
  project: AskedGates = {},
): AskedGates {
  const ofConfigs = configs.flatMap(({ gates }) => gates ?? []);
  const own = (key: "gateBy" | "baseline") => configs.find((each) => each[key] !== undefined);
  const gates = flags.gates ?? (ofConfigs.length > 0 ? [...new Set(ofConfigs)] : project.gates);
  const isNone = flags.gates?.length === 0;
  const baseline =
    flags.baseline ?? (isNone ? undefined : (own("baseline")?.baseline ?? project.baseline));
  const isOptional = flags.baseline === undefined && baseline !== undefined && !compares(gates);
  return {
    gates,
    gateBy: flags.gateBy ?? own("gateBy")?.gateBy ?? project.gateBy,
    baseline,
    ...(isOptional ? { isBaselineOptional: true } : {}),
  };
}

/** A gate that is misspelt is refused where gates are read. */
function compares(gates: readonly string[] = []): boolean {
  return gates.some((gate) => /^\s*no-worse\b/.test(gate));
}

/** Whether anything is asked at all. */
export function asksGates({ gates = [], baseline }: AskedGates): boolean {
  return gates.length > 0 || baseline !== undefined;
}
