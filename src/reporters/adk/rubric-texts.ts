import type { RunInfo } from "../../core/run-info.ts";

/** Rubrics of the configs by id; those of a case stand in the case. */
export function rubricTexts(about: RunInfo): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { config } of about.sets) {
    for (const { criterion } of config.metrics) {
      const rubrics = criterion?.rubrics;
      if (!Array.isArray(rubrics)) continue;
      for (const rubric of rubrics) addRubric(texts, rubric);
    }
  }
  return texts;
}

function addRubric(texts: Map<string, string>, rubric: unknown): void {
  if (typeof rubric !== "object" || rubric === null) return;
  const { rubric_id: id, rubric_content: content } = rubric as {
    rubric_id?: unknown;
    rubric_content?: { text_property?: unknown } | null;
  };
  const text = content?.text_property;
  if (typeof id === "string" && typeof text === "string") texts.set(id, text);
}
