import { fieldsOf, objectsOf, textFrom } from "../../../core/json/loose-json.ts";
import type { RunInfo } from "../../../core/run-info.ts";

/** The words of the rubrics that a config asks a judge about, by their ids. */
export function rubricTexts(set: RunInfo["sets"][number] | undefined): Record<string, string> {
  const criteria = set?.config.metrics.map(({ criterion }) => fieldsOf(criterion)) ?? [];
  const rubrics = criteria.flatMap((criterion) => objectsOf(criterion.rubrics));
  return Object.fromEntries(
    rubrics.flatMap((rubric) => {
      const id = textFrom(rubric.rubric_id ?? rubric.rubricId);
      const content = fieldsOf(rubric.rubric_content ?? rubric.rubricContent);
      const text = textFrom(content.text_property ?? content.textProperty);
      return id === undefined || text === undefined ? [] : [[id, text]];
    }),
  );
}
