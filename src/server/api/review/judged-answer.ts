import type { ReviewedThing } from "../../../core/run-info.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { type LabelledAnswer, labelsByKey } from "../judges/judge-standing.ts";
import { knownLabels } from "../judges/known-labels.ts";
import { answersOf } from "../judges/said-of-conversation.ts";
import { findConversation } from "../runs/find-conversation.ts";
import type { ServerParts } from "../server-parts.ts";

/** An answer that a judge looked at, with the run's name as people say it. */
export type ReviewedAnswer = LabelledAnswer & { readonly shortId: string };

/** The answer that is to be looked at, with what the judge and people said of it; undefined where it is about more than one answer. */
export async function judgedAnswer(
  { run, set, case: evalId, trial = 0, metric, answer }: ReviewedThing,
  parts: ServerParts,
): Promise<ReviewedAnswer | undefined> {
  if (run === undefined || set === undefined || evalId === undefined) return undefined;
  if (metric === undefined) return undefined;
  const { result, summary } = await findConversation(run, { set, case: evalId, trial }, parts);
  const { about, startedAt } = summary;
  const found = answersOf(result, about)
    .get(metric)
    ?.find(({ key }) => key === answer);
  if (found === undefined) return undefined;
  const { labels } = await knownLabels(parts);
  const ids = (await parts.runs.list()).map(({ runId }) => runId);
  const label = labelsByKey(labels, metric).get(found.key);
  return { ...found, runId: run, shortId: shortId(run, ids), startedAt, label };
}
