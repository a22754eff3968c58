import { pythonStrip } from "../../core/text/python-space.ts";

/** What one or several arguments say about one eval set: its path or id, and which of its cases; none means all. */
export interface Selector {
  readonly evalSet: string;
  readonly cases: readonly string[];
  /** True when the set is named whole and by case as well: all of it is meant. */
  readonly widened: boolean;
  /** What stood behind a second colon; nothing is selected by it. */
  readonly surplus?: string | undefined;
}

/**
 * Reads `SET[:case,case]` arguments as ADK does, in the order of first mention. Differently from ADK, naming a set whole
 * and again by case means all of it, and no case is selected twice.
 */
export function parseSelectors(args: readonly string[]): readonly Selector[] {
  const bySet = new Map<string, Selector>();
  for (const selector of args.map(parseSelector)) {
    const earlier = bySet.get(selector.evalSet);
    bySet.set(selector.evalSet, earlier === undefined ? selector : join(earlier, selector));
  }
  return [...bySet.values()];
}

/** The selection that both make together. */
export function join(a: Selector, b: Selector): Selector {
  const wholes = [a, b].filter((each) => each.cases.length === 0).length;
  return {
    evalSet: a.evalSet,
    cases: wholes > 0 ? [] : [...new Set([...a.cases, ...b.cases])],
    widened: a.widened || b.widened || wholes === 1,
    surplus: a.surplus ?? b.surplus,
  };
}

function parseSelector(argument: string): Selector {
  // the colon of `C:\evals` and `C:/evals` belongs to the path
  const colon = argument.indexOf(":", /^[A-Za-z]:[\\/]/.test(argument) ? 3 : 0);
  if (colon === -1) return { evalSet: argument, cases: [], widened: false };
  const [names = "", ...surplus] = argument.slice(colon + 1).split(":");
  const cases = names.split(",").filter((name) => pythonStrip(name) !== "");
  return {
    evalSet: argument.slice(0, colon),
    cases: [...new Set(cases)],
    widened: false,
    ...(surplus.length > 0 ? { surplus: surplus.join(":") } : {}),
  };
}
