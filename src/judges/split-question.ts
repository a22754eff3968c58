import type { JudgeQuestion, Material } from "../core/judge.ts";
import { lineOf } from "./fence-material.ts";

/** Characters that two neighbouring pieces share, so that no passage is seen only in halves. */
const OVERLAP = 1_000;
/** Pieces below this show nothing of what they were cut from. */
const SHORTEST = 500;

/**
 * The question about each piece of its material, none longer than a request of so many characters may be. Undefined where it
 * cannot be asked in pieces, or where what must stand beside each of them already fills the whole request.
 */
export function splitQuestion<Verdict>(
  question: JudgeQuestion<Verdict>,
  length: number,
  most: number,
): readonly JudgeQuestion<Verdict>[] | undefined {
  const { inParts, material, step } = question;
  const place = material.findIndex(({ title }) => title === inParts?.title);
  const whole = material[place];
  if (inParts === undefined || whole === undefined) return undefined;
  const room = most - (length - lineOf("", whole.text).length) - "part 1000 of 1000, ".length;
  if (room < SHORTEST) return undefined;
  const pieces = piecesOf(whole.text, room);
  return pieces.map((text, count) => {
    const title = `${whole.title}, part ${count + 1} of ${pieces.length}`;
    const part: Material = { title, text };
    return {
      ...question,
      step: `${step}/part-${count + 1}-of-${pieces.length}`,
      material: material.with(place, part),
      inParts: undefined,
    };
  });
}

/** Pieces that overlap, each at most so long when it is written as JSON. Together they are the whole text. */
export function piecesOf(text: string, room: number): readonly string[] {
  const overlap = Math.min(OVERLAP, Math.floor(room / 4));
  const pieces: string[] = [];
  for (let from = 0; ; ) {
    let to = Math.min(text.length, from + room);
    for (let size = written(text.slice(from, to)); size > room; ) {
      // escapes make it longer; what is too much by a tenth is cut by a tenth
      to = from + Math.max(1, Math.floor(((to - from) * room) / size) - 1);
      size = to - from === 1 ? 0 : written(text.slice(from, to));
    }
    pieces.push(text.slice(from, to));
    if (to >= text.length) return pieces;
    from = Math.max(from + 1, to - overlap);
  }
}

function written(text: string): number {
  return lineOf("", text).length;
}
