import type { Material } from "../../../core/judge.ts";
import type { Rubric } from "../../../core/rubric.ts";
import type { JsonSchema } from "../../../core/schema/parse-context.ts";
import {
  answerSchema,
  type Fields,
  objectsField,
  textField,
  textSchema,
  wordField,
} from "./answer-fields.ts";
import { quotedIn } from "./quoted-in.ts";

/** What one reply says about rubrics, each once, in the order it first names them. */
export interface RubricReply {
  readonly votes: readonly RubricVote[];
  /** Ids that the reply has a verdict on and nobody asked about. */
  readonly unasked: readonly string[];
}

export interface RubricVote {
  readonly rubricId: string;
  /** Undefined: it counts neither way, and `void` says why. */
  readonly vote: boolean | undefined;
  readonly void?: "cannot-tell" | "contradiction" | "evidence" | undefined;
  readonly rationale?: string | undefined;
}

const menu = ["yes", "no", "cannot_tell"] as const;
const keys = ["id", "property", "rationale", "evidence", "verdict"];

export const rubricSchema: JsonSchema = answerSchema({
  items: {
    type: "array",
    items: answerSchema({
      id: textSchema,
      property: textSchema,
      rationale: textSchema,
      evidence: textSchema,
      verdict: { type: "string", enum: menu },
    }),
  },
});

/** How each item is to be answered; the end of every rubric prompt. */
export const rubricAnswer = `Answer with one item for every property, and for nothing else:
- "id" and "property": the property's id and its text, copied.
- "rationale": in one or two sentences why.
- "evidence": a short passage copied word for word from the material that shows it, or "" where nothing can be quoted. A passage that does not stand there voids the item.
- "verdict": "yes" if the property holds or cannot apply here, "no" if it does not hold, "cannot_tell" if the material does not let you decide.`;

export function rubricMaterial(rubrics: readonly Rubric[]): Material {
  const listed = rubrics.map(({ rubricId, rubricContent, description }) => ({
    id: rubricId,
    property: rubricContent.textProperty ?? description ?? rubricId,
  }));
  return { title: "Properties to decide about", text: JSON.stringify(listed, null, 1) };
}

/** Reads replies about these rubrics; evidence must stand in the material. */
export function rubricReader(rubrics: readonly Rubric[], material: readonly Material[]) {
  const isQuoted = quotedIn(material);
  return (fields: Fields): { verdict: RubricReply } | { problem: string } => {
    const items = objectsField(fields, "items", keys);
    if (items === undefined) {
      return { problem: `"items" must be a list of objects with ${keys.join(", ")}.` };
    }
    const votes = new Map<string, RubricVote>();
    const unasked: string[] = [];
    for (const item of items) {
      const id = textField(item, "id");
      if (id === undefined) return { problem: 'Every item needs an "id".' };
      const rubric = rubrics.find(({ rubricId }) => rubricId.trim() === id.trim());
      if (rubric === undefined) {
        unasked.push(id.slice(0, 100));
        continue;
      }
      const vote = readItem(item, rubric, rubrics, isQuoted);
      if (vote === undefined)
        return { problem: `Every "verdict" must be one of ${menu.join(", ")}.` };
      votes.set(rubric.rubricId, together(votes.get(rubric.rubricId), vote));
    }
    if (votes.size === 0) return { problem: "It has no item on any of the properties." };
    return { verdict: { votes: [...votes.values()], unasked } };
  };
}

function readItem(
  item: Fields,
  rubric: Rubric,
  rubrics: readonly Rubric[],
  isQuoted: (evidence: string | undefined) => boolean,
): RubricVote | undefined {
  const word = wordField(item, "verdict", menu);
  if (word === undefined) return undefined;
  const about = { rubricId: rubric.rubricId, rationale: textField(item, "rationale") };
  if (namesAnother(textField(item, "property"), rubric, rubrics)) {
    return { ...about, vote: undefined, void: "contradiction" };
  }
  if (word === "cannot_tell") return { ...about, vote: undefined, void: "cannot-tell" };
  if (!isQuoted(textField(item, "evidence")))
    return { ...about, vote: undefined, void: "evidence" };
  return { ...about, vote: word === "yes" };
}

/** An item with one rubric's id and another one's text speaks of neither. */
function namesAnother(
  property: string | undefined,
  rubric: Rubric,
  rubrics: readonly Rubric[],
): boolean {
  if (property === undefined || sameText(property, rubric)) return false;
  return rubrics.some((other) => sameText(property, other));
}

function sameText(property: string, { rubricContent }: Rubric): boolean {
  return plain(property) === plain(rubricContent.textProperty ?? "");
}

function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}

/** One reply has one vote for a rubric; opposite ones are none. */
function together(earlier: RubricVote | undefined, next: RubricVote): RubricVote {
  if (earlier === undefined || earlier.void === "cannot-tell") return next;
  if (earlier.void !== undefined || next.void === "cannot-tell") return earlier;
  if (next.void !== undefined || earlier.vote === next.vote) {
    return next.void === undefined ? earlier : next;
  }
  return { ...earlier, vote: undefined, void: "contradiction" };
}
