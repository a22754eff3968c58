import { fileURLToPath } from "node:url";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalSet } from "../../core/eval-set.ts";
import { copyData } from "../../core/json/copy-data.ts";
import { checkPlain } from "../../core/schema/check-plain.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { type EvalSetSource, evalSetSource } from "../../eval-sets/eval-set-source.ts";
import { readEvalSet } from "../../eval-sets/reading/read-eval-set.ts";

/**
 * One eval set: a file, a folder of them or an id, as the command accepts them; or the set itself, as `readEvalSet` gives
 * it or as plain data in the spelling of a file. Rows of the old formats are read too.
 */
export type EvalSetInput = string | URL | EvalSet | PlainEvalSet | readonly OldRow[];

/** What stands in an eval-set file, as an object. It is checked when it is used, like a file. */
export type PlainEvalSet =
  | { readonly eval_cases: readonly object[]; readonly [key: string]: unknown }
  | { readonly evalCases: readonly object[]; readonly [key: string]: unknown };

type OldRow =
  | { readonly query: string; readonly [key: string]: unknown }
  | { readonly data: readonly object[]; readonly [key: string]: unknown };

/** What the plan works with: names stay names, data becomes a source. */
export function resolveEvalSets(
  input: EvalSetInput | readonly EvalSetInput[] | undefined,
): readonly (string | EvalSetSource)[] {
  if (input === undefined) return [];
  if (Array.isArray(input) && input.length === 0) {
    // to run everything instead would be a verdict about cases that nobody named
    throw new UserFacingError("eval-set/not-found", "The list of eval sets is empty.", {
      hint: "Name one, or leave the option out for all of the agent's folder.",
    });
  }
  const several = Array.isArray(input) && !isOldFormat(input);
  return several ? input.map(resolveEvalSet) : [resolveEvalSet(input as EvalSetInput)];
}

function resolveEvalSet(input: EvalSetInput): string | EvalSetSource {
  if (typeof input === "string") return input;
  if (input instanceof URL) return fileURLToPath(input);
  checkPlain(input, { code: "eval-set/invalid", noun: "eval set" });
  // whoever handed it over may go on changing it, and so may an agent that was handed over with it
  return isWhole(input) ? evalSetSource(copyData(input)) : sourceOf(input);
}

/** Plain data goes the way of a file, so that a mistake in it gets the same sentence. */
function sourceOf(input: PlainEvalSet | readonly OldRow[]): EvalSetSource {
  const reading = readEvalSet(textOf(input), { file: "the eval set" });
  return evalSetSource(reading.evalSet, { reading });
}

/** A set in a program may do without an id, and be spelt as programs are; files may not. */
function textOf(input: unknown): string {
  if (!isObject(input) && !Array.isArray(input)) {
    throw new UserFacingError(
      "eval-set/invalid",
      `An eval set was expected; this is ${shown(input)}.`,
      {
        hint: "Give a path, or an object with eval_set_id and eval_cases.",
      },
    );
  }
  if (!isObject(input)) return JSON.stringify(input, null, 2);
  const spelt = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [snakeCase(key), value]),
  );
  return JSON.stringify({ eval_set_id: "eval_set", ...spelt }, null, 2);
}

function isOldFormat(input: readonly unknown[]): boolean {
  const [first] = input;
  return isObject(first) && ("query" in first || "data" in first);
}

/** Our own type has fields that a file may leave out. */
function isWhole(input: unknown): input is EvalSet {
  if (!isObject(input) || !Array.isArray(input.evalCases)) return false;
  return input.evalCases.every(
    (each) =>
      isObject(each) &&
      (each.finalSessionState === undefined || isObject(each.finalSessionState)) &&
      typeof each.creationTimestamp === "number",
  );
}
