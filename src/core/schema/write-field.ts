import { setOwn } from "../json/set-own.ts";
import type { NamedField } from "./object-field.ts";
import { isObject, type WriteMode } from "./parse-context.ts";

export function writeField(
  named: NamedField,
  value: unknown,
  result: Record<string, unknown>,
  mode: WriteMode,
): void {
  if (mode === "http") {
    writeForHttp(named, value, result);
    return;
  }
  const { snake, field } = named;
  if (mode !== "full") {
    if (value === undefined || value === null) return;
    const isEmpty = field.presence === "default" || (field.presence === "given" && mode === "lean");
    if (isEmpty && sameDefault(value, field.fallback)) return;
  }
  const written = value ?? (field.presence === "given" ? field.fallback : null);
  result[snake] = written === null ? null : field.schema.write(written, mode);
}

function writeForHttp(
  { name, field }: NamedField,
  value: unknown,
  result: Record<string, unknown>,
): void {
  const written = value ?? field.fallback ?? null;
  if (written !== null) result[name] = field.schema.write(written, "http");
}

export function writeExtras(
  extras: Readonly<Record<string, unknown>>,
  result: Record<string, unknown>,
  mode: WriteMode,
): void {
  for (const key of Object.keys(extras)) {
    const extra = extras[key];
    if (extra !== null || mode === "full") setOwn(result, key, extra);
  }
}

function sameDefault(value: unknown, fallback: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 && Array.isArray(fallback);
  if (isObject(value)) return isObject(fallback) && Object.keys(value).length === 0;
  return value === fallback;
}
