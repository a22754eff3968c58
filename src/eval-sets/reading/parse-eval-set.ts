import type { Problem } from "../../core/errors.ts";
import type { EvalSet } from "../../core/eval-set.ts";
import { Lines } from "../../core/json/excerpt.ts";
import { locateProblems, placeAt } from "../../core/json/json-place.ts";
import type { JsonExtension } from "../../core/json/json-syntax-error.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { ParseContext, pathText, type SchemaProblem } from "../../core/schema/parse-context.ts";
import { readOldFormat } from "../legacy/old-format.ts";
import { evalSetFileSchema } from "../schema/eval-set-file-schema.ts";
import { duplicateIds } from "./duplicate-ids.ts";
import { warnAboutId } from "./warn-about-id.ts";

export interface ParseOptions {
  /** For messages, and for what the file's name says about the set. */
  readonly file?: string | undefined;
  /** Also gathers what was left out and stands for a default. */
  readonly defaults?: boolean | undefined;
}

/** All there is to say about the text of an eval set. */
export interface ParseReport {
  /** Means nothing when there are problems. */
  readonly evalSet: EvalSet;
  readonly problems: readonly Problem[];
  /** Two cases of one id: each can be read, but results could not be told apart. */
  readonly duplicates: readonly Problem[];
  /** Allowed, and probably not meant. */
  readonly warnings: readonly Problem[];
  /** What ADK itself would not read. */
  readonly adkIncompatibilities: readonly Problem[];
  /** Whether it was one of the list formats that came before eval sets. */
  readonly oldFormat: boolean;
  /** Keys that were left out, by their path with `[]` for any place, the value they stand for and how often. */
  readonly defaults: readonly AppliedDefault[];
}

interface AppliedDefault {
  readonly path: string;
  readonly value: unknown;
  readonly count: number;
}

/** Remarks beyond these are counted, not printed. */
export const mostRemarks = 20;

/** Reads an eval set and gathers everything that is wrong or odd about it; only a text that is no JSON throws. */
export function parseEvalSet(text: string, options: ParseOptions = {}): ParseReport {
  const { file } = options;
  const { value, extended } = parseJsonText(text, { file, code: "eval-set/invalid" });
  const context = new ParseContext();
  if (options.defaults === true) context.defaults = [];
  // a list never is an eval set, and anything else never is an old file
  const oldFormat = Array.isArray(value);
  const evalSet = oldFormat
    ? readOldFormat(value, oldFormatOptions(file), context)
    : evalSetFileSchema.read(value, context);
  const isRead = context.problems.length === 0;
  if (isRead && !oldFormat) warnAboutId(evalSet.evalSetId, file, context);
  return {
    evalSet,
    problems: locateProblems(text, context.problems, file),
    duplicates: isRead ? duplicateIds(text, evalSet.evalCases, file) : [],
    warnings: locateSome(text, context.warnings, file),
    adkIncompatibilities: [
      ...locateSome(text, context.adkIncompatibilities, file),
      ...extensionProblems(text, extended, file),
    ],
    oldFormat,
    defaults: summed(context.defaults ?? []),
  };
}

function summed(defaults: NonNullable<ParseContext["defaults"]>): readonly AppliedDefault[] {
  const found = new Map<string, AppliedDefault>();
  for (const { path, value } of defaults) {
    const key = pathText(path).replaceAll(/\[\d+\]/g, "[]");
    found.set(key, { path: key, value, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

/** An old file has neither set id nor times nor turn ids; what it gets instead is the same at every reading. */
function oldFormatOptions(file: string | undefined) {
  const id = idFromFile(file ?? "eval_set");
  let turns = 0;
  return {
    evalSetId: id,
    caseId: id,
    now: 0,
    newId: () => {
      turns += 1;
      return `turn-${turns}`;
    },
  };
}

function idFromFile(file: string): string {
  const name = file.replace(/^.*[/\\]/, "");
  return name.replace(/(?:\.evalset|\.test)?\.json$/, "") || name;
}

function locateSome(
  text: string,
  remarks: readonly SchemaProblem[],
  file: string | undefined,
): readonly Problem[] {
  const located = locateProblems(text, remarks.slice(0, mostRemarks), file);
  return remarks.length > mostRemarks
    ? [...located, andMore(remarks.length - mostRemarks)]
    : located;
}

export function andMore(count: number): Problem {
  return { message: `And ${count} more of such remarks.` };
}

/** One remark for all comments, one for all commas, at the first of each. */
function extensionProblems(
  text: string,
  extended: readonly JsonExtension[],
  file: string | undefined,
): readonly Problem[] {
  const comment = extended.find((each) => each.what === "comment");
  const comma = extended.find((each) => each.what === "trailing comma");
  const lines = extended.length === 0 ? undefined : new Lines(text);
  const at = (found: JsonExtension | undefined, message: string): readonly Problem[] =>
    found === undefined || lines === undefined
      ? []
      : [{ message, place: placeAt(lines, { start: found.offset, end: found.end }, { file }) }];
  return [
    ...at(comment, "ADK does not read comments in JSON."),
    ...at(comma, "ADK does not read trailing commas in JSON."),
  ];
}
