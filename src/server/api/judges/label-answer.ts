import { z } from "zod";
import { RealDate } from "../../../core/async/own-timers.ts";
import { UserFacingError } from "../../../core/errors.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import type { JudgedAnswer } from "../../../trust/judged-answers.ts";
import { writeLabel } from "../../../trust/write-label.ts";
import { route } from "../route.ts";
import { findConversation } from "../runs/find-conversation.ts";
import type { ServerParts } from "../server-parts.ts";
import { labelsPath } from "../workspace-paths.ts";
import { labelsName } from "./judge-commands.ts";
import { answersOf } from "./said-of-conversation.ts";

export const labelAnswer = route({
  summary:
    "Say whether an answer is right, in the file of labels that `assay judge calibrate` reads. Null takes back what was said.",
  body: z.strictObject({
    /** The key of an answer, as the list has it: what is written comes from the run, not from the caller. */
    answer: z.string().max(64),
    label: z.enum(["pass", "fail"]).nullable(),
    /** The conversation that it is in, so that it is found in older runs and in those that go on, too. */
    of: z
      .strictObject({
        run: z.string(),
        set: z.string(),
        case: z.string(),
        trial: z.number().int().min(0).default(0),
      })
      .optional(),
  }),
  reply: z.object({ path: z.string() }),
  async handle({ params, body, parts }) {
    const { judge: metric = "" } = params;
    const answers =
      body.of === undefined
        ? await answersOfNewest(metric, parts)
        : await answersIn(body.of, metric, parts);
    const found = answers.find(({ key }) => key === body.answer);
    if (found === undefined) {
      const where = body.of === undefined ? "the last runs" : "this conversation";
      throw new UserFacingError("run/not-found", `There is no such answer in ${where}.`, {
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

async function answersOfNewest(
  metric: string,
  parts: ServerParts,
): Promise<readonly JudgedAnswer[]> {
  const runs = await parts.judged.newest();
  return runs.flatMap(({ answers }) => answers.get(metric) ?? []);
}

interface Place {
  readonly run: string;
  readonly set: string;
  readonly case: string;
  readonly trial: number;
}

async function answersIn(
  of: Place,
  metric: string,
  parts: ServerParts,
): Promise<readonly JudgedAnswer[]> {
  const runId = await findRun(parts.runs, of.run, { cwd: parts.cwd });
  const { result, summary } = await findConversation(runId, of, parts);
  return answersOf(result, summary.about).get(metric) ?? [];
}
