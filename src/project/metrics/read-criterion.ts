import { setOwn } from "../../core/json/set-own.ts";
import type { MetricDefinition } from "../../core/metric.ts";
import { rangeText, reachOf } from "../../core/metrics/threshold-reach.ts";
import { isObject, type ParseContext, pathText, shown } from "../../core/schema/parse-context.ts";
import { camelCase } from "../../core/text/key-case.ts";
import { nearest } from "../../core/text/nearest.ts";
import { suggestKey } from "../config/suggest-key.ts";

/** What stands under a metric's name in a config, read and checked. */
export interface ReadCriterion {
  readonly threshold: number;
  /** As ADK dumps it: the two shared settings, then every kept key as it was written. */
  readonly criterion: Readonly<Record<string, unknown>>;
  /** The metric's own settings with its defaults. */
  readonly settings: unknown;
  /** What the metric is asked for, in a sentence of the user's. */
  readonly goal?: string | undefined;
}

/** The threshold of a rubric given as one sentence without any. */
const PLAIN_RUBRIC_THRESHOLD = 0.5;
const GOAL = "goal";
const FLAG = "include_intermediate_responses_in_final";
const FLAG_CAMEL = "includeIntermediateResponsesInFinal";

/** Mistakes go to `reading`; what is returned then means nothing. */
export function readCriterion(
  definition: MetricDefinition | undefined,
  name: string,
  value: unknown,
  context: ParseContext,
): ReadCriterion {
  const written = asNumber(value);
  if (typeof written === "number") {
    const threshold = finite(written, context);
    warnOfRange(definition, name, threshold, context);
    return {
      threshold,
      criterion: { threshold, [FLAG]: false },
      settings: readSettings(definition, name, {}, context),
    };
  }
  if (!isObject(value)) {
    context.problem(
      `${pathText(context.path)} is ${shown(value)}; a number or an object with a threshold was expected.`,
      { hint: `Write "${name}": 0.8, or "${name}": {"threshold": 0.8}.` },
    );
    return { threshold: 0, criterion: {}, settings: undefined };
  }
  const { threshold, flag, goal, rest } = splitShared(name, value, context);
  if (threshold !== undefined) warnOfRange(definition, name, threshold, context);
  return {
    threshold: threshold ?? 0,
    criterion: withShared(threshold ?? 0, flag, goal === undefined ? rest : { ...rest, goal }),
    settings: readSettings(definition, name, rest, context),
    goal,
  };
}

interface Shared {
  readonly threshold: number | undefined;
  readonly flag: boolean;
  readonly goal: string | undefined;
  readonly rest: Readonly<Record<string, unknown>>;
}

/** `threshold` and the flag belong to every metric; the rest is the metric's own business. */
function splitShared(name: string, value: Record<string, unknown>, context: ParseContext): Shared {
  const rest: Record<string, unknown> = {};
  let flag: unknown = false;
  for (const key of Object.keys(value)) {
    if (key === "threshold" || key === GOAL) continue;
    if (key === FLAG_CAMEL || (key === FLAG && !(FLAG_CAMEL in value))) flag = value[key];
    else if (key !== FLAG) setOwn(rest, key, value[key]);
  }
  if (typeof flag !== "boolean") {
    const key = FLAG_CAMEL in value ? FLAG_CAMEL : FLAG;
    at(context, key, () =>
      context.problem(`${pathText(context.path)} is ${shown(flag)}; a boolean was expected.`, {
        hint: "Write true or false without quotes.",
      }),
    );
  }
  const goal = readGoal(value, context);
  return { threshold: readThreshold(name, value, context), flag: flag === true, goal, rest };
}

function readGoal(value: Record<string, unknown>, context: ParseContext): string | undefined {
  const goal = value[GOAL];
  if (goal === undefined || typeof goal === "string") return goal;
  at(context, GOAL, () =>
    context.problem(`${pathText(context.path)} is ${shown(goal)}; a string was expected.`, {
      hint: "Write in a sentence what a pass of this metric is good for.",
    }),
  );
  return undefined;
}

function readThreshold(
  name: string,
  value: Record<string, unknown>,
  context: ParseContext,
): number | undefined {
  if (!("threshold" in value)) {
    if (typeof value.rubric === "string") {
      context.warn(
        `${pathText(context.path)} has no "threshold"; ${PLAIN_RUBRIC_THRESHOLD} is used.`,
        { hint: 'Add "threshold" to choose another.', mark: "key" },
      );
      return PLAIN_RUBRIC_THRESHOLD;
    }
    const close = Object.keys(value).find((key) => nearest(key, ["threshold"]) !== undefined);
    context.problem(`${pathText(context.path)} has no "threshold".`, {
      hint:
        close === undefined
          ? `Write "${name}": {"threshold": 0.8, …}.`
          : `"${close}" is written "threshold".`,
      mark: "key",
    });
    return undefined;
  }
  const written = asNumber(value.threshold);
  return at(context, "threshold", () => {
    if (typeof written === "number") return finite(written, context);
    context.problem(`${pathText(context.path)} is ${shown(written)}; a number was expected.`, {
      hint: "Write a number without quotes, such as 0.8.",
    });
    return undefined;
  });
}

function readSettings(
  definition: MetricDefinition | undefined,
  name: string,
  rest: Readonly<Record<string, unknown>>,
  context: ParseContext,
): unknown {
  if (definition === undefined) return rest;
  const single = withoutTwins(rest, context);
  const before = context.warnings.length;
  const settings = definition.criterion.read(single, context);
  reportUnknown(definition, { name, settings, since: before }, context);
  return settings;
}

/** ADK prefers the camelCase one of two spellings; so do we, and say it. */
function withoutTwins(
  rest: Readonly<Record<string, unknown>>,
  context: ParseContext,
): Readonly<Record<string, unknown>> {
  const twins = Object.keys(rest).filter((key) => key.includes("_") && camelCase(key) in rest);
  if (twins.length === 0) return rest;
  for (const key of twins) {
    at(context, key, () =>
      context.warn(
        `"${key}" and "${camelCase(key)}" are the same setting; "${camelCase(key)}" is used.`,
        {
          hint: "Keep one of them.",
          mark: "key",
        },
      ),
    );
  }
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !twins.includes(key)));
}

interface Read {
  readonly name: string;
  readonly settings: unknown;
  /** Warnings from here on are about them. */
  readonly since: number;
}

/** Settings that ADK has for metrics without a judge; whatever looks like one of these, ADK accepts and ignores. */
const adkSettings = new Set(["match_type", "ignore_args"]);

/**
 * ADK keeps settings it does not know without a word; a setting that does nothing is worth one. One that looks like a
 * setting of ours is refused: its author believes in it, be it a forbidden tool. So is every one where a judge is asked:
 * what is used in its place is paid.
 */
function reportUnknown(definition: MetricDefinition, read: Read, context: ParseContext): void {
  const { name, settings, since } = read;
  const { properties } = definition.criterion.jsonSchema();
  // what is free, or described in another language, has no unknown keys; one called "extras" is a setting like any other
  if (!isObject(properties)) return;
  const extras = isObject(settings) ? settings.extras : undefined;
  if (!isObject(extras)) return;
  const known = [...Object.keys(properties), "threshold", GOAL];
  const isJudged = definition.needs.includes("judge");
  const meantBy = (key: string) => suggestKey(key, known, isJudged ? "judge_model" : undefined);
  const misplaced = refuseMisplaced(name, { properties, extras }, context);
  const unknown = Object.keys(extras).filter((key) => !misplaced.includes(key));
  for (const key of unknown) {
    const meant = meantBy(key);
    if (meant === undefined || meant === "threshold") continue;
    if (!isJudged && adkSettings.has(meant)) continue;
    at(context, key, () =>
      context.problem(`${name} has no setting "${key}".`, {
        hint: `Did you mean "${meant}"?`,
        mark: "key",
      }),
    );
  }
  const depth = context.path.length;
  const reported = new Set(context.warnings.slice(since).map((warning) => warning.path[depth]));
  for (const key of unknown) {
    if (reported.has(key)) continue;
    const meant = meantBy(key);
    at(context, key, () =>
      context.warn(`"${key}" is not a setting of ${name} and changes nothing.`, {
        hint:
          meant === undefined ? "Take it out, or correct its name." : `Did you mean "${meant}"?`,
        mark: "key",
      }),
    );
  }
}

/** How a judge is asked is said one level deeper; beside the threshold it would leave the default to be paid. */
function refuseMisplaced(
  name: string,
  given: Readonly<Record<"properties" | "extras", Readonly<Record<string, unknown>>>>,
  context: ParseContext,
): readonly string[] {
  const options = given.properties.judge_model_options;
  const known = isObject(options) && isObject(options.properties) ? options.properties : {};
  const ofJudge = Object.keys(known).map(camelCase);
  const misplaced = Object.keys(given.extras).filter((key) => ofJudge.includes(camelCase(key)));
  for (const key of misplaced) {
    at(context, key, () =>
      context.problem(`"${key}" of ${name} has no effect beside the threshold.`, {
        hint: 'Write it within "judge_model_options".',
        mark: "key",
      }),
    );
  }
  return misplaced;
}

/** Out of range is accepted here, as ADK does, and reported; a run by one that every score passes is refused with its plan. */
function warnOfRange(
  definition: MetricDefinition | undefined,
  name: string,
  threshold: number,
  context: ParseContext,
): void {
  if (definition === undefined) return;
  const { range, direction } = definition;
  const reach = reachOf(threshold, range, direction);
  if (reach === undefined) return;
  const message = `The threshold ${threshold} of ${name} lies outside its scores, ${rangeText(range)}: ${reach}.`;
  const hint = `Choose one from ${rangeText(range).replace(" and", "")}.`;
  context.warn(message, { hint });
}

function withShared(
  threshold: number,
  flag: boolean,
  rest: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const criterion: Record<string, unknown> = { threshold, [FLAG]: flag };
  for (const [key, value] of Object.entries(rest)) setOwn(criterion, key, value);
  return criterion;
}

/** Integers too long for a double are kept as text while reading; as a threshold they are numbers. */
function asNumber(value: unknown): unknown {
  return JSON.isRawJSON(value) ? Number(value.rawJSON) : value;
}

function finite(value: number, context: ParseContext): number {
  if (!Number.isFinite(value)) {
    context.problem(`${pathText(context.path)} is ${value}; a finite number was expected.`, {
      hint: "No score can be compared with it; write a number such as 0.8.",
    });
  }
  return value;
}

function at<T>(context: ParseContext, key: string, work: () => T): T {
  context.path.push(key);
  const result = work();
  context.path.pop();
  return result;
}
