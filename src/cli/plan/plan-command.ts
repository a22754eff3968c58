import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { planForSets } from "../../project/power/plan-for-sets.ts";
import { countOption, isOn, listOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { planLines } from "./plan-text.ts";

/** `assay plan`: how many cases and trials it takes to see a difference. */
export async function planCommand(input: CommandInput): Promise<number> {
  const { options, terminal, cwd } = input;
  if (input.arguments.length === 0) {
    throw new UserFacingError("cli/usage", "assay plan needs EVALSET.", {
      hint: "An eval set file, a folder of them or the id of a set:  assay plan evals/ --detect 0.05",
    });
  }
  const files = jsonFiles(options);
  const metric = textOption(options, "metric");
  const request = {
    cwd,
    evalSets: input.arguments,
    detect: detectOption(options, metric),
    power: powerOption(options),
    metric,
    trials:
      textOption(options, "num_runs") === undefined
        ? undefined
        : countOption(options, "num_runs", 1),
    baseline: textOption(options, "baseline"),
  };
  const plan = await withRuns(input, (store) => planForSets(store, request));
  const json = `${JSON.stringify(plan, null, 2)}\n`;
  for (const file of files) if (file !== "") await writeWhole(resolve(cwd, file), json);
  const isForPrograms = files.includes("") || isOn(options, "json");
  terminal.write(isForPrograms ? json : `${planLines(plan, terminal).join("\n")}\n`);
  return ExitCode.passed;
}

/** Where JSON goes; an empty name is standard output. */
function jsonFiles(options: CommandInput["options"]): readonly string[] {
  return listOption(options, "reporter").map((text) => {
    const [format = "", ...file] = text.split("=");
    if (format === "json") return file.join("=");
    throw new UserFacingError("cli/usage", `assay plan has no reporter ${format}.`, {
      hint: "Write --reporter json, or --reporter json=FILE; without one it is printed.",
    });
  });
}

function detectOption(options: CommandInput["options"], metric: string | undefined): number {
  const text = textOption(options, "detect") ?? "0.05";
  const [, digits, percent] = /^([\d.]+(?:e-?\d+)?)(%?)$/i.exec(text.trim()) ?? [];
  const size = digits === undefined ? Number.NaN : Number(digits) / (percent === "%" ? 100 : 1);
  // a metric may have any range, a rate has that of a share
  if (Number.isFinite(size) && size > 0 && (metric !== undefined || size < 1)) return size;
  const isPercent = size >= 1 && size <= 100 && percent !== "%";
  throw new UserFacingError(
    "cli/usage",
    size === 0
      ? "A difference of 0 is never seen, however many cases there are."
      : `--detect is "${text}"; a difference of the pass rate between 0 and 1 was expected.`,
    {
      hint: isPercent ? `Did you mean --detect ${size}%?` : "Write, for example, --detect 0.05.",
    },
  );
}

function powerOption(options: CommandInput["options"]): number | undefined {
  const text = textOption(options, "power");
  if (text === undefined) return undefined;
  const power = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (power > 0 && power < 1) return power;
  throw new UserFacingError(
    "cli/usage",
    power === 1
      ? "No number of cases finds a difference every time."
      : `--power is "${text}"; a share between 0 and 1 was expected.`,
    { hint: "Write, for example, --power 0.8." },
  );
}
