import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { isYaml } from "../../project/config/read-config-file.ts";
import type { TraceMetrics } from "../../project/traces/trace-config.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { traceOptions } from "./trace-task.ts";

/** What says how traces are read and matched, and nothing about a run. */
const ofTraces = ["group_by", "match", "case", "format"] as const;

/**
 * What flags say a run is measured by; undefined where they leave it to a config, or to what the run had. A flag that could
 * not have an effect is refused: a verdict by other criteria than those asked for would not look like one.
 */
export function runMeasures({
  options,
  arguments: given,
  cwd,
}: Pick<CommandInput, "options" | "arguments" | "cwd">): TraceMetrics | undefined {
  const [named] = given;
  if (given.length > 1) {
    const missing = given.find((each) => !existsSync(resolve(cwd, each)));
    throw new UserFacingError("cli/usage", "assay score takes files of traces, or one run.", {
      hint: `There is no file ${missing}. Name one run, or files only.`,
    });
  }
  const config = textOption(options, "config_file_path");
  // an eval config in YAML says a format for whatever it is used with
  const said = config !== undefined && isYaml(config) ? ofTraces.slice(0, -1) : ofTraces;
  const stray = said.find((option) => options[option] !== undefined);
  if (stray !== undefined) {
    throw new UserFacingError("cli/usage", `--${stray} is about traces, and ${named} is a run.`, {
      hint: "Leave it out. A run is scored case by case, as it was recorded.",
    });
  }
  const { metrics, threshold, matchType } = traceOptions({ options });
  if (metrics.length > 0) return { metrics, threshold, matchType };
  if (threshold === undefined && matchType === undefined) return undefined;
  if (config !== undefined) return { metrics, threshold, matchType };
  const option = threshold === undefined ? "trajectory_match_type" : "threshold";
  throw new UserFacingError("cli/usage", `--${option} does not say of which metrics.`, {
    hint: "Name them with -m, or give a config; without either a run is measured by what it had.",
  });
}
