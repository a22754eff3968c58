import { UserFacingError } from "../../core/errors.ts";
import type { AskedGates } from "../../project/gates/asked-gates.ts";
import type { CommandInput } from "../command.ts";
import { choiceOption, listOption, textOption } from "./read-options.ts";

/** What flags ask of the run as a whole; what none says is left to the configs. */
export function gateOptions(options: CommandInput["options"]): AskedGates {
  const gates = options.gate === undefined ? undefined : listOption(options, "gate");
  const isNone = gates?.length === 1 && gates[0]?.trim() === "none";
  return {
    gates: isNone ? [] : gates,
    gateBy: choiceOption(options, "gate_by", ["bound", "point"]),
    baseline: textOption(options, "baseline"),
  };
}

/** Whether the command line says anything of gates. */
export function saysGates(options: CommandInput["options"]): boolean {
  return ["gate", "gate_by", "baseline"].some((name) => options[name] !== undefined);
}

/** Cases that were chosen by how they came out last time say nothing of the whole. */
export function isPart(options: CommandInput["options"]): boolean {
  return options.failed !== undefined || options.changed === true;
}

/** Refused only where somebody asks for both; a config's gates are left out with a word. */
export function checkWhole(options: CommandInput["options"]): void {
  if (!isPart(options) || options.gate === undefined) return;
  const flag = options.failed === undefined ? "--changed" : "--failed";
  throw new UserFacingError(
    "cli/usage",
    `A gate is about the whole of a run, and ${flag} leaves out what passed.`,
    { hint: `Leave out ${flag}, or the gate.` },
  );
}
