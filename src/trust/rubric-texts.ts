import type { EvalCase } from "../core/eval-set.ts";
import { fieldsOf, objectsOf, textFrom } from "../core/json/loose-json.ts";
import type { MetricSetting } from "../core/run-info.ts";
import { readyMadeRubric, readyMadeRubrics } from "../metrics/judged/criteria/rubric-library.ts";

/** What the ids of rubrics stand for in a turn: those of the config as it was used, of the case and of the turn. */
export function rubricTexts(
  { rubrics = [], conversation = [] }: EvalCase,
  turn: number,
  criterion: MetricSetting["criterion"] = {},
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const library = criterion.rubric_library ?? criterion.rubricLibrary;
  const used = Array.isArray(library) ? library : [];
  for (const name of readyMade.filter((each) => used.includes(each))) {
    const { rubricId, rubricContent } = readyMadeRubric(name);
    texts.set(rubricId, rubricContent.textProperty ?? rubricId);
  }
  for (const each of objectsOf(criterion.rubrics)) {
    const id = textFrom(each.rubric_id) ?? textFrom(each.rubricId);
    const content = fieldsOf(each.rubric_content ?? each.rubricContent);
    const text = textFrom(content.text_property) ?? textFrom(content.textProperty);
    if (id !== undefined && text !== undefined) texts.set(id, text);
  }
  for (const { rubricId, rubricContent } of [...rubrics, ...(conversation[turn]?.rubrics ?? [])]) {
    texts.set(rubricId, rubricContent.textProperty ?? rubricId);
  }
  return texts;
}

const readyMade = (
  ["FINAL_RESPONSE_QUALITY", "TOOL_USE_QUALITY", "TRAJECTORY_QUALITY"] as const
).flatMap(readyMadeRubrics);
