import { isObject, type ParseContext, shown } from "../../core/schema/parse-context.ts";
import { neededKeys } from "./old-criteria.ts";

/** Whether ADK's test runner would accept these rows for these criteria. Like ADK, it looks at the first row only. */
export function checkOldRows(
  rows: unknown,
  criteria: Iterable<string>,
  context: ParseContext,
): void {
  if (!Array.isArray(rows) || !rows.every(isObject)) {
    context.problem(`The file is ${shown(rows)}; an array of rows was expected.`);
    return;
  }
  const first = rows[0];
  if (first === undefined) {
    context.problem("The array of rows is empty.", { hint: "A row is one turn; add one." });
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
