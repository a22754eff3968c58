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

export function textOfValue(value: TemplateValue | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if ("fields" in value) return value.text;
  return value.map((each) => `  * ${textOfValue(each)}`).join("\n");
}
