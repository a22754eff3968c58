import type { Judge, JudgeQuestion, JudgeSample } from "../../../core/judge.ts";

/** Of a raw reply, enough to see what went on; the journal has all of it. */
const LONGEST_REPLY = 1000;
const LONGEST_WHY = 240;

/** How a verdict came about: who was asked what, and what came back. Replies are hostile data for whoever reads them. */
export function judgeNotes(
  judge: Judge,
  question: Pick<JudgeQuestion<unknown>, "promptVersion">,
  samples: readonly JudgeSample<unknown>[],
): object {
  return {
    model: judge.model,
    promptVersion: question.promptVersion,
    promptHash: samples[0]?.promptHash,
    ...(samples[0]?.parts === undefined ? {} : { parts: samples[0].parts }),
    replies: samples.map(({ reason, detail, raw, model }) => ({
      reason,
      detail,
      model,
      raw: raw === undefined ? undefined : shortened(raw, LONGEST_REPLY),
    })),
  };
}

/** A judge's words in a report: one line, not too long. */
export function quoted(rationale: string | undefined): string {
  const line = rationale?.replace(/\s+/g, " ").trim();
  return line === undefined || line === "" ? "" : ` ${shortened(line, LONGEST_WHY)}`;
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
