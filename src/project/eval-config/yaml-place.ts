import { type Document, isAlias, isCollection, isMap, isScalar } from "yaml";
import type { Span } from "../../core/json/excerpt.ts";
import type { JsonPath } from "../../core/schema/parse-context.ts";

/** Where the key or the value of a path stands in a YAML text; of a path that is not there, its deepest part that is. */
export function yamlSpan(document: Document, path: JsonPath, mark: "key" | "value"): Span {
  let node: unknown = document.contents;
  let found = spanOf(node) ?? { start: 0, end: 1 };
  for (const [place, step] of path.entries()) {
    const item = itemOf(isAlias(node) ? node.resolve(document) : node, step);
    if (item === undefined) return found;
    const isValue = mark === "value" && place === path.length - 1;
    found = (isValue ? spanOf(item.value) : undefined) ?? spanOf(item.key) ?? found;
    node = item.value;
  }
  return found;
}

/** What stands under a key, or in a place of a list; there the item is its own mark. */
function itemOf(
  node: unknown,
  step: string | number,
): { key: unknown; value: unknown } | undefined {
  if (isMap(node)) {
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  }
  const value = isCollection(node) ? node.get(step, true) : undefined;
  return value === undefined ? undefined : { key: value, value };
}

/** Of a list or a map its first character is mark enough. */
function spanOf(node: unknown): Span | undefined {
  const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
  if (range === null || range === undefined) return undefined;
  const [start = 0, end = start + 1] = range;
  return { start, end: isCollection(node) ? start + 1 : end };
}
