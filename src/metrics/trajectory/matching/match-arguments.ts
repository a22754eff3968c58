import type { ArgChange } from "../../../core/analysis/trajectory-diff.ts";
import type { CaseSettings } from "../../../core/case-settings.ts";
import { hasValue, pythonEquals } from "../../../core/json/python-equality.ts";
import { type ArgumentTest, argumentTest, UnusableMatcher } from "./argument-matcher.ts";
import type { Meanings } from "./meanings.ts";

/** The matchers that apply to one tool, by argument. */
export type ToolMatchers = ReadonlyMap<string, ToolMatcher>;

interface ToolMatcher extends ArgumentTest {
  /** It was written for this tool, not for all. */
  readonly isOwn: boolean;
}

/** How the arguments of one call are compared. */
export interface ArgumentRules {
  readonly matchers: ToolMatchers | undefined;
  /** Arguments without a matcher are not looked at. */
  readonly ignoreRest: boolean;
  /** The expected call is a bare name: what its own matchers name is all that is said of its arguments, and must be there. */
  readonly isBare?: boolean | undefined;
}

type Arguments = Readonly<Record<string, unknown>> | undefined;

/** Whether a call's arguments are the expected ones. Without any rule this is Python's equality: no args are not `{}`. */
export function argumentsFit(
  expected: Arguments,
  actual: Arguments,
  rules: ArgumentRules,
): boolean {
  const { matchers } = rules;
  if (matchers === undefined) return rules.ignoreRest || pythonEquals(expected, actual);
  const byMeaning = (name: string) => isByMeaning(testFor(matchers, name));
  if (![...matchers.values()].some(isByMeaning)) {
    return countDifferences(expected, actual, rules) === 0;
  }
  // a call that differs where anybody can see it is another one, whatever a judge would say of the rest
  const plain = (name: string) => !byMeaning(name);
  return (
    countDifferences(expected, actual, rules, plain) === 0 &&
    countDifferences(expected, actual, rules, byMeaning) === 0
  );
}

function isByMeaning(test: ArgumentTest | undefined): boolean {
  return test !== undefined && "semantic" in test.matcher;
}

/** How many arguments differ, of all or of some. */
export function countDifferences(
  expected: Arguments = {},
  actual: Arguments = {},
  rules: ArgumentRules,
  isAsked: (name: string) => boolean = () => true,
): number {
  let count = 0;
  const ask = (name: string) => {
    if (isAsked(name) && differs(name, expected, actual, rules)) count += 1;
  };
  for (const name of Object.keys(expected)) ask(name);
  for (const name of Object.keys(actual)) if (!Object.hasOwn(expected, name)) ask(name);
  for (const name of namedBy(rules)) {
    if (isAsked(name) && !Object.hasOwn(expected, name) && !Object.hasOwn(actual, name)) count += 1;
  }
  return count;
}

/**
 * The arguments that differ, with what either side has. Where a matcher decides, it is what was expected. Those whose meaning
 * nobody was asked about are named only where nothing else differs.
 */
export function argumentChanges(
  expected: Arguments,
  actual: Arguments,
  rules: ArgumentRules,
): readonly ArgChange[] {
  const differing = differingArguments(expected, actual, rules);
  const known = differing.filter(
    (name) => !isOpen(name, { args: expected }, { args: actual }, rules),
  );
  return (known.length > 0 ? known : differing).map((name) => {
    const test = testFor(rules.matchers, name);
    const wanted = test === undefined ? given(expected, name) : { value: shownMatcher(test) };
    const got = given(actual, name);
    return {
      name,
      ...(wanted === undefined ? {} : { expected: wanted.value }),
      ...(got === undefined ? {} : { actual: got.value }),
    };
  });
}

/** Whether only a judge could say of an argument that it differs, and none has. */
export function isOpen(
  name: string,
  expected: { readonly args?: Arguments },
  actual: { readonly args?: Arguments },
  rules: ArgumentRules,
): boolean {
  const wanted = given(expected.args, name);
  const got = given(actual.args, name);
  return (
    got !== undefined && testFor(rules.matchers, name)?.isOpen?.(got.value, wanted?.value) === true
  );
}

/** An argument's own matcher, else the one that the tool has for all its arguments. */
export function testFor(
  matchers: ToolMatchers | undefined,
  name: string,
): ArgumentTest | undefined {
  return matchers?.get(name) ?? matchers?.get("*");
}

/** Looks up matchers by tool; those of the first table win, and a tool's own win over those for `*`. */
export function toolMatchers(
  tables: readonly (CaseSettings["args"] | undefined)[],
  meanings?: Meanings | undefined,
): ((tool: string | undefined) => ToolMatchers | undefined) | undefined {
  const used = tables.filter((table) => table !== undefined && Object.keys(table).length > 0);
  if (used.length === 0) return undefined;
  const known = new Map<string | undefined, ToolMatchers | undefined>();
  return (tool) => {
    if (!known.has(tool)) known.set(tool, compile(used as Table[], tool, meanings));
    return known.get(tool);
  };
}

type Table = NonNullable<CaseSettings["args"]>;

function compile(
  tables: readonly Table[],
  tool: string | undefined,
  meanings: Meanings | undefined,
): ToolMatchers | undefined {
  const found = new Map<string, ToolMatcher>();
  const names = tool === undefined ? ["*"] : [tool, "*"];
  for (const table of tables) {
    for (const name of names.filter((each) => Object.hasOwn(table, each))) {
      for (const [argument, matcher] of Object.entries(table[name] ?? {})) {
        if (found.has(argument)) continue;
        const test = argumentTest(matcher, { tool: tool ?? "a tool", argument, meanings });
        found.set(argument, { ...test, isOwn: name === tool });
      }
    }
  }
  return found.size === 0 ? undefined : found;
}

function differingArguments(
  expected: Arguments,
  actual: Arguments,
  rules: ArgumentRules,
): readonly string[] {
  const names = new Set([
    ...Object.keys(expected ?? {}),
    ...Object.keys(actual ?? {}),
    ...namedBy(rules),
  ]);
  return [...names].filter((name) => differs(name, expected ?? {}, actual ?? {}, rules));
}

function differs(
  name: string,
  expected: NonNullable<Arguments>,
  actual: NonNullable<Arguments>,
  { matchers, ignoreRest, isBare }: ArgumentRules,
): boolean {
  const isGiven = hasValue(actual, name);
  const test = testFor(matchers, name);
  const wanted =
    hasValue(expected, name) || (isBare === true && matchers?.get(name)?.isOwn === true);
  if (test !== undefined) {
    if ("ignore" in test.matcher) return false;
    if (!isGiven) return wanted;
    if (isBare === true) needsWords(name, test);
    return !test.holds(actual[name], hasValue(expected, name) ? expected[name] : undefined);
  }
  if (ignoreRest) return false;
  return wanted !== isGiven || (isGiven && !pythonEquals(expected[name], actual[name]));
}

/** A bare name has no value that could mean the same. */
function needsWords(name: string, { matcher }: ArgumentTest): void {
  if (!("semantic" in matcher) || matcher.semantic !== true) return;
  throw new UnusableMatcher(
    "metric-error",
    `${name} is compared by meaning with nothing: the expected call is a bare name. Write {"semantic": "what it should mean"}.`,
  );
}

/** What a bare name must be called with. */
function namedBy({ matchers, isBare }: ArgumentRules): readonly string[] {
  if (isBare !== true || matchers === undefined) return [];
  return [...matchers].flatMap(([name, { isOwn, matcher }]) =>
    isOwn && name !== "*" && !("ignore" in matcher) ? [name] : [],
  );
}

function given(args: Arguments, name: string): { readonly value: unknown } | undefined {
  return args !== undefined && hasValue(args, name) ? { value: args[name] } : undefined;
}

function shownMatcher({ matcher }: ArgumentTest): unknown {
  return "equals" in matcher ? matcher.equals : matcher;
}
