import type { ParseContext } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { nearest } from "../../core/text/nearest.ts";

const adks = ["code_config", "metric_info", "description"];
const ours = ["command", "timeout_seconds", "config", "direction"];

/**
 * Keys of a custom metric that nobody knows. ADK passes over them, so they are notes; where one was meant to be ours, or the
 * metric is a program, which ADK does not have, what was asked for would be left out in silence.
 */
export function checkCustomKeys(
  metric: Readonly<Record<string, unknown>>,
  context: ParseContext,
): void {
  for (const key of Object.keys(metric)) {
    const snake = snakeCase(key);
    if (adks.includes(snake) || ours.includes(snake)) continue;
    const near = nearest(snake, [...ours, ...adks]);
    context.path.push(key);
    if ("command" in metric || (near !== undefined && ours.includes(near))) {
      context.problem(`A custom metric has no key "${key}".`, {
        hint:
          near === undefined
            ? `Known keys: ${[...ours, ...adks].join(", ")}.`
            : `Did you mean "${near}"?`,
        mark: "key",
      });
    } else if (near === undefined) {
      // one that is nearly ADK's has been told already
      context.warn(`A custom metric has a key "${key}" that means nothing.`, {
        hint: `Known keys: ${[...ours, ...adks].join(", ")}.`,
        mark: "key",
      });
    }
    context.path.pop();
  }
}
