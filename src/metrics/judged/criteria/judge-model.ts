import { pathText, type Schema } from "../../../core/schema/parse-context.ts";
import { string, withRead } from "../../../core/schema/schema.ts";
import { nearest } from "../../../core/text/nearest.ts";
import { bareModelNames, modelClasses, modelProviders } from "./known-models.ts";

/** The name of a model that judges; one that no provider would answer to is refused before the run. */
export const judgeModel: Schema<string> = withRead(string, (value, context, inner) => {
  const name = inner.read(value, context);
  if (typeof name !== "string" || isModelName(name)) return name;
  context.problem(`${pathText(context.path)} names the model "${name}", which no provider has.`, {
    hint: hintFor(name),
  });
  return name;
});

function isModelName(name: string): boolean {
  if (/[\r\n]/.test(name)) return false;
  const slash = name.indexOf("/");
  if (slash > 0 && modelProviders.includes(name.slice(0, slash))) return true;
  return modelClasses.test(name) || bareModelNames.some((pattern) => pattern.test(name));
}

function hintFor(name: string): string {
  const slash = name.indexOf("/");
  const near = slash > 0 ? nearest(name.slice(0, slash), modelProviders) : undefined;
  if (near !== undefined) return `Did you mean "${near}${name.slice(slash)}"?`;
  return "Write a name such as gemini-2.5-flash, or put the provider in front: openai/…, anthropic/…, ollama/…, openai-compatible/….";
}
