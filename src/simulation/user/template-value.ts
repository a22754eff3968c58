import type { JinjaValue } from "./jinja-package.ts";

/** What a template may speak of: texts, lists of them, and things with fields and a text of their own. */
export type TemplateValue = string | readonly TemplateValue[] | TemplateThing;

export interface TemplateThing {
  readonly text: string;
  readonly fields: Readonly<Record<string, TemplateValue>>;
}

/** What a template asks for and we cannot do, in a sentence. */
export class TemplateProblem extends Error {
  override readonly name = "TemplateProblem";
}

/** A value while it is worked on: data without any code in it. */
export type Data = string | number | boolean | null | undefined | readonly Data[] | DataObject;

interface DataObject {
  readonly [key: string]: Data;
}

/** Where a thing keeps its text; no template can write such a name after a dot. */
const TEXT_KEY = " text";

export function toData(value: TemplateValue): Data {
  if (typeof value === "string") return value;
  if (!("fields" in value)) return value.map(toData);
  const fields = Object.entries(value.fields).map(([key, each]) => [key, toData(each)] as const);
  return { [TEXT_KEY]: value.text, ...Object.fromEntries(fields) };
}

export function unwrap({ type, value }: JinjaValue): Data {
  if (type === "NullValue") return null;
  if (Array.isArray(value)) return value.map(unwrap);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, each]) => [key, unwrap(each)]));
  }
  if (typeof value === "function") throw new TemplateProblem("A function is not called.");
  return value as Data;
}

/** As Python writes it, but for lists and things: those read as lines of instructions. */
export function textOf(value: Data): string {
  if (value === undefined) return "";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (isList(value)) return value.map((each) => `  * ${textOf(each)}`).join("\n");
  if (typeof value !== "object") return String(value);
  const own = value[TEXT_KEY];
  return typeof own === "string" ? own : JSON.stringify(value);
}

export function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}

/** Python counts code points. */
export function lettersOf(text: string): string[] {
  return Array.from(text);
}

export function itemsOf(value: Data): readonly Data[] {
  return isList(value) ? value : lettersOf(textOf(value));
}

/** As Python has it: nothing, nought and what is empty are false. */
export function isTrue(value: Data): boolean {
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}
