import type { NamedField } from "./object-field.ts";
import { whereOf } from "./object-reports.ts";
import type { ParseContext } from "./parse-context.ts";

export function reportBothSpellings(
  context: ParseContext,
  key: string,
  { name, snake }: NamedField,
): void {
  const where = whereOf(context);
  const other = key === snake ? name : snake;
  context.path.push(key);
  context.problem(`${where} has both "${other}" and "${key}".`, {
    hint: "They are the same field; keep one of them.",
    mark: "key",
  });
  context.path.pop();
}

export function warnBothSpellings(context: ParseContext, key: string, { name }: NamedField): void {
  const where = whereOf(context);
  context.path.push(key);
  context.warn(`${where} has both "${name}" and "${key}"; "${name}" is taken.`, {
    hint: "They are the same field; keep one of them.",
    mark: "key",
  });
  context.path.pop();
}
