import type { NamedField, ObjectOptions } from "./object-field.ts";
import { type ParseContext, pathText } from "./parse-context.ts";

interface Missing {
  readonly context: ParseContext;
  readonly options: ObjectOptions;
  readonly misspelt: ReadonlyMap<string, string> | undefined;
}

export function reportMissing(
  { snake }: NamedField,
  { context, options, misspelt }: Missing,
): void {
  const key = misspelt?.get(snake);
  // a key that is refused has been reported with what it should be
  if (key !== undefined && options.unknown === "refuse") return;
  const where = whereOf(context);
  if (key !== undefined) context.path.push(key);
  const whatNow =
    key === undefined
      ? `${options.expected.replace(/^./, (letter) => letter.toUpperCase())} needs one.`
      : `Is "${key}" meant to be it?`;
  context.problem(`${where} has no "${snake}".`, { hint: whatNow, mark: "key" });
  if (key !== undefined) context.path.pop();
}

export function whereOf(context: ParseContext): string {
  return context.path.length === 0 ? context.whole : pathText(context.path);
}

interface UnknownKey {
  readonly key: string;
  readonly near: string | undefined;
  readonly known: readonly string[];
}

export function reportUnknownKey(
  context: ParseContext,
  { key, near, known }: UnknownKey,
  options: ObjectOptions,
): void {
  const where = whereOf(context);
  const keys =
    known.length === 0 ? "Remove it: there are none." : `Known keys: ${known.join(", ")}.`;
  const hint = near === undefined ? keys : `Did you mean "${near}"?`;
  context.path.push(key);
  if (options.unknown === "refuse") {
    context.problem(`${where} has no key "${key}".`, { hint, mark: "key" });
  } else if (near !== undefined) {
    context.warn(`${where} has a key "${key}" that means nothing.`, { hint, mark: "key" });
  }
  context.path.pop();
}
