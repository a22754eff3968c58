import { type Invocation, intermediateTextsOf, isRecorded } from "../core/invocation.ts";
import type { TurnScore } from "../core/metric-outcome.ts";

export const SILENT = "It said nothing on the way.";

/** Recorded turns have everything; written ones what stands in them. */
export function saysWhatIsSaid({ intermediateData: data }: Invocation): boolean {
  return data !== undefined && (isRecorded(data) || data.intermediateResponses !== undefined);
}

/** An explicit empty list: whoever speaks on the way is one too many. */
export function nothingExpected(said: ReadonlyMap<string, string>): TurnScore {
  const [author] = said.keys();
  if (author === undefined) return { score: 1 };
  const details = { byAuthor: [...said.keys()].map((each) => ({ author: each, score: 0 })) };
  return { score: 0, why: `${author}: It spoke on the way where nothing was expected.`, details };
}

/** Everything that each agent said before the answer, in order. */
export function textByAuthor(turn: Invocation): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { author, text } of intermediateTextsOf(turn)) {
    const before = texts.get(author);
    texts.set(author, before === undefined ? text : `${before}\n${text}`);
  }
  return texts;
}
