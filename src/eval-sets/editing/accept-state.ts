import { isObject } from "../../core/schema/parse-context.ts";

type State = Readonly<Record<string, unknown>>;

/**
 * The expected state with the values that a conversation ended with. What the author does not look at is not added, unless
 * the state is compared as a whole.
 */
export function acceptState(expected: State, actual: State, isWhole: boolean): State {
  if (isWhole) return actual;
  const kept = Object.entries(expected).flatMap(([key, wanted]) => {
    const given = Object.hasOwn(actual, key) ? actual[key] : undefined;
    if (given === undefined) return [];
    const value = isObject(wanted) && isObject(given) ? acceptState(wanted, given, false) : given;
    return [[key, value] as const];
  });
  return Object.fromEntries(kept);
}
