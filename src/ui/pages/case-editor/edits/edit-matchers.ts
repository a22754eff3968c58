import { type CaseJson, type MatcherJson, withSettings } from "./case-json.ts";

export const matcherKinds = [
  "equals",
  "ignore",
  "one_of",
  "regex",
  "range",
  "subset",
  "semantic",
] as const;

export type MatcherKind = (typeof matcherKinds)[number];

export const matcherWords: Readonly<Record<MatcherKind, string>> = {
  equals: "equals",
  ignore: "ignore",
  one_of: "one of",
  regex: "regex",
  range: "range",
  subset: "contains",
  semantic: "semantic",
};

/** How the arguments of a tool are compared in this case, in whichever turn it is called. */
export function matchersOf(draft: CaseJson, tool: string): Readonly<Record<string, MatcherJson>> {
  return draft.assay?.args?.[tool] ?? {};
}

/** Undefined: by the value of the expected call. */
export function withMatcher(
  draft: CaseJson,
  { tool, arg }: { readonly tool: string; readonly arg: string },
  matcher: MatcherJson | undefined,
): CaseJson {
  const { [arg]: _, ...others } = matchersOf(draft, tool);
  const own = matcher === undefined ? others : { ...matchersOf(draft, tool), [arg]: matcher };
  const { [tool]: __, ...rest } = draft.assay?.args ?? {};
  const args = Object.keys(own).length === 0 ? rest : { ...draft.assay?.args, [tool]: own };
  return withSettings(draft, { args });
}

export function kindOf(matcher: MatcherJson | undefined): MatcherKind {
  return matcherKinds.find((kind) => matcher !== undefined && kind in matcher) ?? "equals";
}

/** The first version of a matcher, made of the value that stands there: it accepts that value. */
export function matcherFor(kind: MatcherKind, value: unknown): MatcherJson | undefined {
  switch (kind) {
    case "equals":
      return undefined;
    case "ignore":
      return { ignore: true };
    case "one_of":
      return { one_of: value === undefined ? [] : [value] };
    case "regex":
      return { regex: value === undefined ? "" : `^${escaped(`${value}`)}$` };
    case "range":
      return { range: typeof value === "number" ? { min: value, max: value } : {} };
    case "subset":
      return { subset: value ?? {} };
    case "semantic":
      return { semantic: true };
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The value that a matcher was made of, as far as one can be told. */
export function acceptedValue(matcher: MatcherJson | undefined): unknown {
  if (matcher === undefined) return undefined;
  if ("equals" in matcher) return matcher.equals;
  if ("one_of" in matcher) return matcher.one_of[0];
  if ("subset" in matcher) return matcher.subset;
  if ("semantic" in matcher)
    return typeof matcher.semantic === "string" ? matcher.semantic : undefined;
  if ("range" in matcher) return matcher.range.min ?? matcher.range.max;
  return undefined;
}
