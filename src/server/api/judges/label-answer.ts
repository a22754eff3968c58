import { z } from "zod";
import { RealDate } from "../../../core/async/own-timers.ts";
import { UserFacingError } from "../../../core/errors.ts";
import { writeLabel } from "../../../trust/write-label.ts";
import { route } from "../route.ts";
import { labelsPath } from "../workspace-paths.ts";
import { labelsName } from "./judge-commands.ts";

export const labelAnswer = route({
  summary:
    "Say whether an answer is right, in the file of labels that `assay judge calibrate` reads. Null takes back what was said.",
  body: z.strictObject({
    /** The key of an answer, as the list has it: what is written comes from the run, not from the caller. */
    answer: z.string().max(64),
    label: z.enum(["pass", "fail"]).nullable(),
  }),
  reply: z.object({ path: z.string() }),
  async handle({ params, body, parts }) {
    const { judge: metric = "" } = params;
    const runs = await parts.judged.newest();
    const found = runs
      .flatMap(({ answers }) => answers.get(metric) ?? [])
      .find(({ key }) => key === body.answer);
    if (found === undefined) {
      throw new UserFacingError("run/not-found", "There is no such answer in the last runs.", {
        hint: "Load the page again.",
      });
    }
    const { evalSetId, evalId, user, answer, reference, rubric } = found;
    const path = labelsName(parts);
    await writeLabel(labelsPath(parts), path, {
      question: { metric, user, answer, reference, rubric },
      label: body.label,
      at: new RealDate().toISOString(),
      case: `${evalSetId}/${evalId}`,
    });
    return { path };
  },
});
