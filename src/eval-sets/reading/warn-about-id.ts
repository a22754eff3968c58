import type { ParseContext } from "../../core/schema/parse-context.ts";

const suffix = ".evalset.json";

/** Lookup by id goes by the file's name, results by the id inside; a set where they differ is easily mixed up. */
export function warnAboutId(
  evalSetId: string,
  file: string | undefined,
  context: ParseContext,
): void {
  const name = file?.replace(/^.*[/\\]/, "");
  if (name === undefined || !name.endsWith(suffix)) return;
  const stem = name.slice(0, -suffix.length);
  if (stem === evalSetId) return;
  context.path.push("eval_set_id");
  context.warn(`The eval_set_id "${evalSetId}" is not the file's name, "${stem}".`, {
    hint: "The set is found by its file's name, and its results are kept under the id.",
  });
  context.path.pop();
}
