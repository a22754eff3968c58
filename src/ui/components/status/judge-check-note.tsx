import { judgeCheckLines } from "../../../core/judge-check.ts";
import { Glyph } from "../glyph.tsx";

/** Judges of a run that were not asked to prove themselves, or did not; nothing where all did. */
export function JudgeCheckNote(props: Parameters<typeof judgeCheckLines>[0]) {
  return judgeCheckLines(props).map((line) => (
    <p key={line} className="note warn">
      <Glyph state="not-evaluated" isSilent />
      <span>{line}</span>
    </p>
  ));
}
