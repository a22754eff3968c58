import type { RunSummary } from "../../core/folds/run-summary.ts";
import { unreadSentence } from "../../core/text/unread-sentence.ts";

/** What every reader of a report must know of traces that could not be read whole. */
export function unreadLines({ about }: Pick<RunSummary, "about">): readonly string[] {
  const sentence = unreadSentence(about);
  return sentence === undefined ? [] : [sentence];
}
