import { shown } from "../../core/schema/parse-context.ts";

/** Other tools' word for a verdict. */
const verdictNames = new Set(["pass", "passed", "success", "succeeded", "ok", "failed"]);
/** What stands there says that the metric could not do its work; only a number may be what it measured. */
const errorNames = new Set(["error", "exception"]);
/** ADK's words, where they are not read: its statuses are numbers, too. */
const statusNames = new Set(["evalstatus", "overallevalstatus"]);
/** A text there may be a verdict. */
const wordNames = new Set(["verdict", "result", "outcome"]);

/**
 * What a result says about its verdict under a name that nobody reads, as the end of a sentence; undefined when it says
 * nothing there. A result with `staus: "FAILED"` would pass by its score.
 */
export function unreadVerdict(
  result: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): string | undefined {
  for (const name of Object.keys(result)) {
    if (known.has(name)) continue;
    const value = result[name];
    const key = name.toLowerCase();
    const isVerdict = verdictNames.has(key) && typeof value === "boolean";
    const isWord = wordNames.has(key) && isPassOrFail(value);
    if (errorNames.has(key) && isTrouble(value))
      return `${name}: ${shown(value instanceof Error ? value.message : value)}, which makes its score doubtful; throw it instead.`;
    const isAdkStatus = statusNames.has(key.replaceAll("_", "")) && typeof value === "number";
    if (isVerdict || isWord || isAdkStatus || isStatus(value)) {
      return `${name}: ${shown(value)}, which is not read; say it as status, or by the score.`;
    }
  }
  return undefined;
}

function isTrouble(value: unknown): boolean {
  return typeof value !== "number" && Boolean(value);
}

function isPassOrFail(value: unknown): boolean {
  return typeof value === "string" && /^(?:pass|fail|failure)$/i.test(value);
}

function isStatus(value: unknown): boolean {
  return typeof value === "string" && /^(?:passed|failed|not[-_ ]?evaluated)$/i.test(value);
}
