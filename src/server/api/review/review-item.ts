import { z } from "zod";
import { RealDate } from "../../../core/async/own-timers.ts";
import { UserFacingError } from "../../../core/errors.ts";
import {
  addToReview,
  type ReviewItem,
  readReview,
  removeFromReview,
  sayInReview,
} from "../../../project/review/review-journal.ts";
import { writeLabel } from "../../../trust/write-label.ts";
import type { Principal } from "../../team/principal.ts";
import { labelsName } from "../judges/judge-commands.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { labelsPath } from "../workspace-paths.ts";
import { judgedAnswer, type ReviewedAnswer } from "./judged-answer.ts";
import { foundThing, reviewedThing } from "./reviewed-thing.ts";

export const reviewAdd = route({
  summary:
    "Put sessions, chats, conversations of runs or what a judge said of an answer where people look at them one after the other.",
  body: z.strictObject({ things: z.array(reviewedThing).min(1).max(200) }),
  reply: z.object({
    /** In the order of what was given; what waits already is not put there twice. */
    items: z.array(z.object({ id: z.string(), isNew: z.boolean() })).readonly(),
  }),
  status: 201,
  async handle({ body, parts, who }) {
    const things = await Promise.all(body.things.map((each) => foundThing(each, parts)));
    const { version } = parts;
    return { items: await addToReview(parts.runs, things, { by: nameIn(who), version }) };
  },
});

export const reviewItem = route({
  summary:
    "Something to look at; of an answer that a judge looked at, the question and what it said.",
  reply: z.object({
    item: z.custom<ReviewItem>(),
    judged: z.custom<ReviewedAnswer>().optional(),
    /** Of a conversation of a run: how it came out there. */
    verdict: z.enum(["passed", "failed", "not-evaluated"]).optional(),
  }),
  async handle({ params, parts }) {
    const item = await readReview(parts.runs, params.item ?? "");
    const { run, set, case: evalId, metric } = item.of;
    if (run === undefined) return { item };
    const judged = await judgedAnswer(item.of, parts);
    if (metric !== undefined) return { item, ...(judged && { judged }) };
    const { matrix } = await parts.views.open(run);
    const row = matrix.rows.find((each) => each.evalSetId === set && each.evalId === evalId);
    return { item, ...(row?.status !== undefined && { verdict: row.status }) };
  },
});

export const reviewSay = route({
  summary:
    "Say whether it is right. Of an answer that a judge looked at it becomes a label, too, in the file that `assay judge calibrate` reads. Null takes it back.",
  body: z.strictObject({ says: z.enum(["right", "wrong"]).nullable() }),
  reply: z.object({
    /** The file of labels, where there is one more, or one less, in it. */
    labels: z.string().optional(),
  }),
  async handle({ params, body: { says }, parts, who }) {
    const { id, of } = await readReview(parts.runs, params.item ?? "");
    const labels =
      of.metric === undefined ? undefined : await label(of.metric, says, { of, parts });
    await sayInReview(parts.runs, id, { says, by: nameIn(who) });
    return { ...(labels !== undefined && { labels }) };
  },
});

export const reviewRemove = route({
  summary: "Take something out of review. A label that was given stays.",
  reply: z.object({ removed: z.boolean() }),
  async handle({ params, parts }) {
    await removeFromReview(parts.runs, params.item ?? "");
    return { removed: true };
  },
});

interface Labelled {
  readonly of: ReviewItem["of"];
  readonly parts: ServerParts;
}

async function label(metric: string, says: "right" | "wrong" | null, { of, parts }: Labelled) {
  const found = await judgedAnswer(of, parts);
  if (found === undefined) {
    throw new UserFacingError("run/not-found", "The answer is not there any more.", {
      hint: "Take it out of review.",
    });
  }
  const { evalSetId, evalId, user, answer, reference, rubric } = found;
  const path = labelsName(parts);
  await writeLabel(labelsPath(parts), path, {
    question: { metric, user, answer, reference, rubric },
    label: says === null ? null : says === "right" ? "pass" : "fail",
    at: new RealDate().toISOString(),
    case: `${evalSetId}/${evalId}`,
  });
  return path;
}

/** Undefined on a server for one. */
function nameIn({ label: name, user }: Principal): string | undefined {
  return name || user || undefined;
}
