import { UserFacingError } from "../../core/errors.ts";
import { parseJson } from "../../core/json/json-text.ts";
import { setOwn } from "../../core/json/set-own.ts";
import type { AskedCriteria } from "../../project/config/asked-criteria.ts";
import type { CommandInput } from "../command.ts";
import { listOption } from "./read-options.ts";

/** `--criterion NAME=VALUE`: criteria that take the place of every config's; undefined where none is given. */
export function criterionOptions(options: CommandInput["options"]): AskedCriteria | undefined {
  if (options.criterion === undefined) return undefined;
  const criteria: Record<string, unknown> = {};
  for (const given of listOption(options, "criterion")) {
    const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
    if (name.trim() === "") throw wrong(`--criterion is "${given}"; NAME=VALUE was expected.`);
    setOwn(criteria, name.trim(), parsedValue(value, name));
  }
  return criteria;
}

function parsedValue(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw wrong(`--criterion gives ${name} the value "${text}"; a number or JSON was expected.`);
  }
}

function wrong(message: string): UserFacingError {
  return new UserFacingError("cli/usage", message, {
    hint: `Write, for example, --criterion response_match_score=0.8, or with settings: --criterion 'tool_trajectory_avg_score={"threshold": 1, "match_type": "IN_ORDER"}'.`,
  });
}
