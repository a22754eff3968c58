import { isObject, type ParseContext, shown } from "../../core/schema/schema.ts";

/** What ADK asks of old rows when it is given no config. */
export const defaultOldCriteria: readonly string[] = [
  "tool_trajectory_avg_score",
  "response_match_score",
];

/** The only criteria that ADK accepts for old rows, and the keys that each needs. */
const neededKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["tool_trajectory_avg_score", ["query", "expected_tool_use"]],
  ["response_evaluation_score", ["query"]],
  ["response_match_score", ["query", "reference"]],
  ["safety_v1", []],
]);

/** Of some criteria those that ADK accepts for old rows. */
export function oldCriteriaAmong(criteria: readonly string[]): readonly string[] {
  return criteria.filter((criterion) => neededKeys.has(criterion));
}

/** Whether ADK's test runner would accept these rows for these criteria. Like ADK, it looks at the first row only. */
export function checkOldRows(
  rows: unknown,
  criteria: Iterable<string>,
  context: ParseContext,
): void {
  if (!Array.isArray(rows) || !rows.every(isObject)) {
    context.problem(`The file is ${shown(rows)}; a list of rows was expected.`);
    return;
  }
  const first = rows[0];
  if (first === undefined) {
    context.problem("The list of rows is empty.", { hint: "A row is one turn; add one." });
    return;
  }
  for (const criterion of criteria) checkFirst(first, criterion, context);
}

function checkFirst(
  first: Readonly<Record<string, unknown>>,
  criterion: string,
  context: ParseContext,
): void {
  const needed = neededKeys.get(criterion);
  if (needed === undefined) {
    const known = [...neededKeys.keys()].join(", ");
    context.problem(`ADK does not score old rows by ${criterion}.`, { hint: `It knows ${known}.` });
    return;
  }
  for (const key of needed) {
    if (Object.hasOwn(first, key)) continue;
    context.path.push(0);
    context.problem(`The first row has no "${key}", which ${criterion} needs.`, {
      hint: "Add it, or name other criteria in a test_config.json beside the file.",
      mark: "key",
    });
    context.path.pop();
  }
}
