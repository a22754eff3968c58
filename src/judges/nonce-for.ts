import { createHash } from "node:crypto";
import type { JudgeQuestion } from "../core/judge.ts";

/**
 * The word that fences the material and that a reply must carry: 128 bits that no text inside can contain, since they are
 * a hash over all of it. The same question has the same one, so that a resumed run finds its calls again.
 */
export function nonceFor(question: Asked): string {
  const { step, turn, promptVersion, instructions, material } = question;
  const whole = JSON.stringify([step, turn, promptVersion, instructions, material]);
  for (let count = 0; ; count += 1) {
    const nonce = createHash("sha256").update(`assay judge ${count} ${whole}`).digest("hex");
    const short = nonce.slice(0, 32);
    if (!whole.toLowerCase().includes(short)) return short;
  }
}

type Asked = Pick<
  JudgeQuestion<unknown>,
  "step" | "turn" | "promptVersion" | "instructions" | "material"
>;
