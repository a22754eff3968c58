import type { CallModel, ChatModel } from "./chat-model.ts";
import type { JsonSchema } from "./schema/parse-context.ts";
import type { ReasonCode } from "./verdict.ts";

/**
 * Answers a closed question about a conversation through a model.
 * A metric owns the question; a judge owns how it is answered: fencing, samples, repair, evidence.
 */
export interface Judge {
  /** As the config names it. */
  readonly model: string;
  readonly samples: number;
  /** The model behind it, where there is one. */
  readonly chatModel?: ChatModel | undefined;
  /** Asks every sample. Never throws for what a model or the network does: such a sample has no verdict and a reason. */
  ask<Verdict>(
    question: JudgeQuestion<Verdict>,
    context: JudgeContext,
  ): Promise<readonly JudgeSample<Verdict>[]>;
}

export interface JudgeContext {
  readonly ask: CallModel;
  readonly signal: AbortSignal;
}

export interface JudgeQuestion<Verdict> {
  /** The metric, or a part of it: names the calls in the journal. */
  readonly step: string;
  /** The turn it is about, from 0; -1 for the whole conversation. */
  readonly turn: number;
  /** Bumped when a prompt changes; stored with every result. */
  readonly promptVersion: number;
  /** What to decide and how, in our own words. Trusted. */
  readonly instructions: string;
  /** What to decide about: untrusted text, fenced by the judge. */
  readonly material: readonly Material[];
  /** The form of the answer, without the nonce that the judge adds. */
  readonly schema: JsonSchema;
  /** How it may be asked piece by piece where the material is too long for the model; without it, it is not asked then. */
  readonly inParts?: AskedInParts<Verdict> | undefined;
  /** Reads an answer of that form; a sentence when it is off the menu. */
  read(
    answer: Readonly<Record<string, unknown>>,
  ): { readonly verdict: Verdict } | { readonly problem: string };
}

/** For questions whose verdict on the whole follows from verdicts on its pieces: what is harmful in one is harmful. */
export interface AskedInParts<Verdict> {
  /** Of the material that is shown in pieces; all other material stands beside each of them. */
  readonly title: string;
  /** The verdict on the whole. Asked only when every piece has one. */
  combine(verdicts: readonly Verdict[]): Verdict;
}

export interface Material {
  readonly title: string;
  readonly text: string;
}

/** One sample of one question. */
export interface JudgeSample<Verdict> {
  /** Undefined: nothing usable came back, and `reason` says why. */
  readonly verdict: Verdict | undefined;
  readonly reason?: ReasonCode | undefined;
  readonly detail?: string | undefined;
  /** The reply as it came; hostile data for whoever reads it. */
  readonly raw?: string | undefined;
  readonly promptHash: string;
  readonly model?: string | undefined;
  /** In how many pieces the material was judged, where it was too long for one request. */
  readonly parts?: number | undefined;
}

/** Makes the judge that a criterion asks for. */
export type JudgeFor = (options: JudgeOptions) => Judge;

export interface JudgeOptions {
  readonly model: string;
  readonly samples: number;
  /** Calls of one judge at once. */
  readonly parallelism: number;
  /** The provider's settings from the config. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Characters of one request at most; what is longer is judged in parts or not at all. The model's own window unless given. */
  readonly maxInputChars?: number | undefined;
  /** The metric that wants it, for messages. */
  readonly askedBy?: string | undefined;
}
