import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { planForSets } from "../../project/power/plan-for-sets.ts";
import { detectOption } from "../arguments/detect-option.ts";
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
    detect: detectOption(options) ?? 0.05,
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
