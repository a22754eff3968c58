import { shown } from "../../core/schema/parse-context.ts";

/** Other tools' word for a verdict. */
const verdictNames = new Set(["pass", "passed", "success"]);

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
    const isVerdict = verdictNames.has(name.toLowerCase()) && typeof value === "boolean";
    if (isVerdict || isStatus(value)) {
      return `${name}: ${shown(value)}, which is not read; say it as status, or by the score.`;
    }
  }
  return undefined;
}

function isStatus(value: unknown): boolean {
  return typeof value === "string" && /^(?:passed|failed|not[-_ ]?evaluated)$/i.test(value);
}
