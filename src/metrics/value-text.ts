const longest = 40;

/** A JSON value in a sentence, cut to a readable length. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Two different values in one sentence: long ones are cut so that the place where they part is seen. */
export function contrastingTexts(left: unknown, right: unknown): readonly [string, string] {
  const texts = [valueText(left), valueText(right)] as const;
  if (texts[0] !== texts[1]) return texts;
  const a = JSON.stringify(left) ?? "";
  const b = JSON.stringify(right) ?? "";
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const from = Math.max(0, same - 10);
  return [excerpt(a, from), excerpt(b, from)];
}

function excerpt(text: string, from: number): string {
  const end = from + longest - 2;
  return `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
}
