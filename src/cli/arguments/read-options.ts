import { UserFacingError } from "../../core/errors.ts";
import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { TrialRule } from "../../core/run-info.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { CommandInput } from "../command.ts";

type Options = CommandInput["options"];

export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

export function listOption(options: Options, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value : [];
}

export function isOn(options: Options, name: string): boolean {
  return options[name] === true;
}

/** A whole number of at least one; anything else is refused, never rounded. */
export function countOption(options: Options, name: string, fallback: number): number {
  const value = textOption(options, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 1 && /^\d+$/.test(value)) return number;
  throw new UserFacingError(
    "cli/usage",
    `--${name} is "${value}"; a whole number from 1 was expected.`,
    {
      hint: `Write, for example, --${name} ${fallback}.`,
    },
  );
}

/** Seconds, fractions allowed, more than zero. */
export function secondsOption(options: Options, name: string): number | undefined {
  const value = textOption(options, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isFinite(number) && number > 0 && value.trim() !== "") return number;
  throw new UserFacingError(
    "cli/usage",
    `--${name} is "${value}"; a number of seconds was expected.`,
    {
      hint: `Write, for example, --${name} 30.`,
    },
  );
}

/** US dollars, more than zero. */
export function dollarsOption(options: Options, name: string): number | undefined {
  const value = textOption(options, name);
  if (value === undefined) return undefined;
  const number = Number(value.replace(/^\$/, ""));
  if (Number.isFinite(number) && number > 0) return number;
  throw new UserFacingError(
    "cli/usage",
    `--${name} is "${value}"; an amount in dollars was expected.`,
    {
      hint: `Write, for example, --${name} 2.50.`,
    },
  );
}

/** A share from 0 to 1, also written in percent. */
export function shareOption(options: Options, name: string): number | undefined {
  const value = textOption(options, name);
  if (value === undefined) return undefined;
  const share = value.endsWith("%") ? Number(value.slice(0, -1)) / 100 : Number(value);
  if (value.trim() !== "" && share >= 0 && share <= 1) return share;
  throw new UserFacingError(
    "cli/usage",
    `--${name} is "${value}"; a share from 0 to 1 was expected.`,
    {
      hint: `Write, for example, --${name} 0.8.`,
    },
  );
}

/** Who judges and plays, where, and for how much at most. */
export function modelOptions(options: Options): {
  judgeModel: string | undefined;
  baseUrl: string | undefined;
  maxCost: number | undefined;
} {
  return {
    judgeModel: textOption(options, "judge_model"),
    baseUrl: textOption(options, "base_url"),
    maxCost: dollarsOption(options, "max_cost"),
  };
}

/** Whether judges answer control questions first; undefined leaves it to the config. */
export function judgeCheckOption(options: Options): JudgeCheckMode | undefined {
  return choiceOption(options, "judge_check", ["on", "off", "auto"]);
}

export function choiceOption<T extends string>(
  options: Options,
  name: string,
  values: readonly T[],
): T | undefined {
  const value = textOption(options, name);
  if (value === undefined) return undefined;
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  const near = nearest(value, values);
  throw new UserFacingError(
    "cli/usage",
    `--${name} is "${value}"; ${values.join(", ")} are known.`,
    {
      hint:
        near === undefined
          ? `Write, for example, --${name} ${values[0]}.`
          : `Did you mean --${name} ${near}?`,
    },
  );
}

export function trialRuleOption(options: Options): TrialRule | undefined {
  const value = textOption(options, "require");
  if (value === undefined) return undefined;
  if (value === "pooled" || value === "all" || value === "any") return value;
  if (!/^\d/.test(value)) {
    throw new UserFacingError(
      "cli/usage",
      `--require is "${value}"; pooled, all, any or a number of trials was expected.`,
      { hint: "Write, for example, --require all." },
    );
  }
  return countOption(options, "require", 1);
}
