import type { JudgeQuestion, JudgeSample } from "../core/judge.ts";
import type { BuiltRequest } from "./build-request.ts";

/** Samples over pieces as samples over the whole: one that has no verdict on some piece has none, and says why. */
export function joinParts<Verdict>(
  { inParts }: JudgeQuestion<Verdict>,
  parts: readonly (readonly JudgeSample<Verdict>[])[],
  { promptHash }: BuiltRequest,
): readonly JudgeSample<Verdict>[] {
  const [first = []] = parts;
  return first.map((_, place) => {
    const samples = parts.flatMap((part) => part.slice(place, place + 1));
    const lost = samples.findIndex(({ verdict }) => verdict === undefined);
    const shared = { promptHash, parts: parts.length, model: samples[0]?.model };
    const raw = samples.map((sample) => sample.raw ?? "").join("\n");
    if (lost !== -1 || inParts === undefined) {
      const { reason, detail = "" } = samples[lost] ?? {};
      const where = `Part ${lost + 1} of ${parts.length}: ${detail}`;
      return { ...shared, raw, verdict: undefined, reason: reason ?? "judge-parse", detail: where };
    }
    const verdicts = samples.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]));
    return { ...shared, raw, verdict: inParts.combine(verdicts) };
  });
}
