import type { ArgMatcher, CaseSettings, MatchType } from "../core/case-settings.ts";
import { nearest } from "../core/nearest.ts";
import {
  anything,
  boolean,
  integer,
  isObject,
  list,
  number,
  object,
  optional,
  type Reading,
  reading,
  record,
  type Shape,
  shown,
  text,
} from "../core/shape.ts";

const matchTypes: readonly MatchType[] = ["EXACT", "IN_ORDER", "ANY_ORDER"];

/** In any case, with dash, blank or underscore, or as 0, 1, 2. */
const matchTypeShape: Shape<MatchType> = {
  called: `one of ${matchTypes.join(", ")}`,
  read(value, context) {
    const wanted =
      typeof value === "string" ? value.trim().toUpperCase().replace(/[- ]/g, "_") : value;
    const found = matchTypes.find((name, place) => wanted === name || wanted === place);
    if (found === undefined) {
      const near = typeof value === "string" ? nearest(value, matchTypes) : undefined;
      context.problem(`${shown(value)} is no match type.`, {
        hint: near === undefined ? `Expected ${matchTypes.join(", ")}.` : `Did you mean "${near}"?`,
      });
    }
    return found as MatchType;
  },
  write: (value) => value,
  schema: () => ({ enum: matchTypes }),
};

const regex = reading(text, (value, context, inner) => {
  const read = inner.read(value, context);
  try {
    if (typeof read === "string") new RegExp(read);
  } catch (error) {
    context.problem(`This is not a regular expression: ${(error as Error).message}.`, {
      hint: "It is written as in JavaScript; a backslash is doubled in JSON.",
    });
  }
  return read;
});

const ignore = reading(boolean as Shape<true>, (value, context, inner) => {
  if (value === false) context.problem('"ignore" is only ever true.', { hint: "Leave it out." });
  return inner.read(value, context);
});

const range = object<{ min?: number | undefined; max?: number | undefined }>(
  { min: optional(number), max: optional(number) },
  { called: "a range", unknown: "refuse" },
);

interface EveryMatcher {
  equals?: unknown;
  ignore?: true | undefined;
  oneOf?: readonly unknown[] | undefined;
  regex?: string | undefined;
  range?: { min?: number | undefined; max?: number | undefined } | undefined;
  subset?: unknown;
}

const matchers: readonly [key: string, shape: Shape<unknown>][] = [
  ["equals", anything],
  ["ignore", ignore],
  ["oneOf", list(anything)],
  ["regex", regex],
  ["range", range],
  ["subset", anything],
];

const argMatcherShape: Shape<ArgMatcher> = {
  called: "an argument matcher",
  read: readMatcher,
  write(value, mode) {
    const [key, shape] = matchers.find(([name]) => name in value) ?? ["equals", anything];
    const inner = (value as EveryMatcher)[key as keyof EveryMatcher];
    return { [spelt(key)]: shape.write(inner, mode) };
  },
  schema: () => ({
    title: "ArgMatcher",
    type: "object",
    properties: Object.fromEntries(matchers.map(([key, shape]) => [spelt(key), shape.schema()])),
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  }),
};

export const caseSettingsShape: Shape<CaseSettings> = object<CaseSettings>(
  {
    tags: optional(list(text), "For choosing cases with --tag."),
    matchType: optional(matchTypeShape, "How the trajectory of this case is matched."),
    ignoreArgs: optional(boolean, "Compare tool calls by name only."),
    thresholds: optional(record(number), "Thresholds for this case only, by metric name."),
    args: optional(
      record(record(argMatcherShape)),
      "How arguments are compared: tool name, or *, to argument name to matcher.",
    ),
    forbiddenTools: optional(list(text), "Tools that must not be called."),
    optionalTools: optional(list(text), "Tools that are neither required nor counted as extra."),
    namesOnly: optional(
      record(list(integer)),
      "By turn, counted from 0: the places in tool_uses where only the name counts.",
    ),
    timeoutSeconds: optional(number),
  },
  { called: "case settings", unknown: "refuse", title: "CaseSettings" },
);

const expected = `Expected one of ${matchers.map(([key]) => spelt(key)).join(", ")}.`;

function readMatcher(value: unknown, context: Reading): ArgMatcher {
  const keys = isObject(value) ? Object.keys(value) : [];
  const [key] = keys;
  if (!isObject(value) || key === undefined || keys.length > 1) {
    context.problem(`An argument matcher has exactly one key; this is ${shown(value)}.`, {
      hint: `${expected} For a plain value write {"equals": …}.`,
    });
    return undefined as never;
  }
  const found = matchers.find(([name]) => name === key || spelt(name) === key);
  if (found === undefined) {
    const near = nearest(
      key,
      matchers.map(([name]) => spelt(name)),
    );
    context.path.push(key);
    context.problem(`There is no argument matcher "${key}".`, {
      hint: near === undefined ? expected : `Did you mean "${near}"?`,
      mark: "key",
    });
    context.path.pop();
    return undefined as never;
  }
  return { [found[0]]: context.within(key, found[1], value[key]) } as unknown as ArgMatcher;
}

function spelt(name: string): string {
  return name === "oneOf" ? "one_of" : name;
}
