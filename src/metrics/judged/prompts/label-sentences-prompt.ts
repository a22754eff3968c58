import type { JudgeQuestion, Material } from "../../../core/judge.ts";
import {
  answerSchema,
  type Fields,
  objectsField,
  textField,
  textSchema,
  wordField,
} from "./answer-fields.ts";
import { quotedIn } from "./quoted-in.ts";

/** What a judge says of each sentence, in their order; undefined: nothing that counts. */
export type SentenceLabels = readonly (SentenceLabel | undefined)[];

export interface SentenceLabel {
  /** Undefined: off the menu, contradicted, or with evidence that is not there. */
  readonly label: Label | undefined;
  readonly rationale?: string | undefined;
  readonly evidence?: string | undefined;
}

export type Label = (typeof labels)[number];

const labels = ["supported", "unsupported", "contradictory", "disputed", "not_applicable"] as const;
const keys = ["sentence", "label", "rationale", "evidence"];

const instructions = `You check an agent's sentences against everything the agent had to go by: its instructions, the user's message, its tools and
what they answered, and the sources it was given. Nothing else counts as knowledge, not even what is true in the world.

Give each numbered sentence one "label":
- "supported": the material says so, or it follows from it directly.
- "unsupported": the material does not say it, in whole or in part.
- "contradictory": the material says the opposite.
- "disputed": the material both supports and contradicts it.
- "not_applicable": there is no claim to check: a greeting, a question, an opinion, advice in general, an offer, an apology.

Answer with "labels", one entry for every sentence: its number as "sentence", the "label", a short "rationale", and as "evidence" a passage copied word
for word from the material that supports or contradicts it, or "" where there is none. A passage that does not stand there voids the label.`;

interface Labelled {
  readonly step: string;
  readonly turn: number;
  readonly sentences: readonly string[];
  /** What the agent had to go by. */
  readonly context: readonly Material[];
}

/** Asks whether sentences are borne out by what the agent saw. */
export function labelSentencesQuestion(about: Labelled): JudgeQuestion<SentenceLabels> {
  const { step, turn, sentences, context } = about;
  const numbered = sentences.map((text, place) => ({ sentence: place + 1, text }));
  const isQuoted = quotedIn(context);
  return {
    step,
    turn,
    promptVersion: 1,
    instructions,
    material: [
      ...context,
      { title: "Sentences to check", text: JSON.stringify(numbered, null, 1) },
    ],
    schema: answerSchema({
      labels: {
        type: "array",
        items: answerSchema({
          sentence: { type: "integer" },
          label: { type: "string", enum: labels },
          rationale: textSchema,
          evidence: textSchema,
        }),
      },
    }),
    read(fields) {
      const entries = objectsField(fields, "labels", keys);
      if (entries === undefined) {
        return { problem: `"labels" must be a list of objects with ${keys.join(", ")}.` };
      }
      const read = pair(sentences.length, entries, isQuoted);
      if (read.some((each) => each?.label !== undefined)) return { verdict: read };
      return { problem: `No sentence has a label that is one of ${labels.join(", ")}.` };
    },
  };
}

/** Labels belong to the sentences that were cut: what is said of others is left aside, and nobody speaks twice. */
function pair(
  count: number,
  entries: readonly Fields[],
  isQuoted: (evidence: string | undefined) => boolean,
): SentenceLabels {
  const read: (SentenceLabel | undefined)[] = new Array(count).fill(undefined);
  for (const entry of entries) {
    const place = Number(entry.sentence) - 1;
    if (!(place in read)) continue;
    const earlier = read[place];
    const next = readLabel(entry, isQuoted);
    read[place] = earlier === undefined || earlier.label === next.label ? next : unclear(earlier);
  }
  return read;
}

function readLabel(
  entry: Fields,
  isQuoted: (evidence: string | undefined) => boolean,
): SentenceLabel {
  const evidence = textField(entry, "evidence");
  const said = wordField(entry, "label", labels);
  const label = isQuoted(evidence) ? said : undefined;
  return { label, rationale: textField(entry, "rationale"), evidence };
}

function unclear(said: SentenceLabel): SentenceLabel {
  return { ...said, label: undefined };
}
