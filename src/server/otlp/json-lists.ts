import { fieldsOf } from "../../core/json/loose-json.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { ExportProblem } from "./export-problem.ts";

/** The lists that lead to spans and log records, from the outside in, each by all of its names. */
const LISTS = {
  traces: [
    ["resourceSpans", "resource_spans"],
    ["scopeSpans", "scope_spans", "instrumentationLibrarySpans"],
    ["spans"],
  ],
  logs: [
    ["resourceLogs", "resource_logs"],
    ["scopeLogs", "scope_logs", "instrumentationLibraryLogs"],
    ["logRecords", "log_records", "logs"],
  ],
} as const;

/** Something else in the place of a list would be passed over, and its sender would take it for stored. */
export function checkLists(document: unknown, signal: keyof typeof LISTS): void {
  checkLevel(document, LISTS[signal], "");
}

function checkLevel(
  value: unknown,
  [names, ...inner]: readonly (readonly string[])[],
  path: string,
): void {
  const fields = fieldsOf(value);
  for (const name of names ?? []) {
    const list = fields[name];
    if (list === undefined || list === null) continue;
    const place = `${path}${name}`;
    if (!Array.isArray(list) || !list.every(isObject)) {
      throw new ExportProblem(400, `${place} is no list of objects.`);
    }
    for (const [at, each] of list.entries()) checkLevel(each, inner, `${place}[${at}].`);
  }
}
