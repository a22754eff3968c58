import type { Material } from "../../../core/judge.ts";

/** Whether a judge's evidence really stands in what it was shown. No evidence claims nothing. */
export function quotedIn(material: readonly Material[]): (evidence: string | undefined) => boolean {
  let whole: string | undefined;
  return (evidence) => {
    const pieces = (evidence ?? "")
      .split(/\.\.\.|…|\[\s*\]/)
      .map(plain)
      .filter(Boolean);
    if (pieces.length === 0) return true;
    whole ??= plain(material.map(({ text }) => text).join(" "));
    const text = whole;
    return pieces.every((piece) => text.includes(piece));
  };
}

/** Judges change quotation marks, white space, case and escapes when they quote, and mean the same. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\\[nrt]/g, " ")
    .replace(/\\u[0-9a-f]{4}/gi, "")
    .replace(/[\p{Cc}\p{Cf}\s\\"'`‘’“”*_]+/gu, " ")
    .toLowerCase()
    .trim();
}
