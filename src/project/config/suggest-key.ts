import { snakeCase } from "../../core/text/key-case.ts";
import { nearest } from "../../core/text/nearest.ts";

/** Words for what somebody calls the model that is asked. */
const modelWords = new Set(["model", "models", "llm", "judge", "judges"]);

/**
 * The known key that an unknown one was meant to be: one that is spelt nearly so, or `model` where it speaks of a model.
 * Undefined for a key that is somebody's own business.
 */
export function suggestKey(
  key: string,
  known: readonly string[],
  model?: string,
): string | undefined {
  const snake = snakeCase(key);
  const near = nearest(snake, known);
  if (near !== undefined || model === undefined) return near;
  return snake.split(/[_\W]+/).some((word) => modelWords.has(word)) ? model : undefined;
}
