/**
 * The sentences that a judge cut, checked against their text: one that does not stand in it is dropped, and what the judge left out
 * becomes a sentence of its own, so that nothing said goes unchecked. Undefined when none of them stands in the text.
 */
export function keepAllWords(text: string, cut: readonly string[]): readonly string[] | undefined {
  const whole = plain(text);
  const covered: [from: number, to: number][] = [];
  const kept: { readonly from: number; readonly sentence: string }[] = [];
  const used = new Map<string, number>();
  for (const each of cut) {
    const sentence = plain(each);
    const from = whole.indexOf(sentence, used.get(sentence) ?? 0);
    if (sentence === "" || from === -1) continue;
    used.set(sentence, from + 1);
    covered.push([from, from + sentence.length]);
    kept.push({ from, sentence });
  }
  if (kept.length === 0) return undefined;
  for (const { from, to } of gaps(whole.length, covered)) {
    const sentence = whole.slice(from, to).trim();
    if (/[\p{L}\p{N}]/u.test(sentence)) kept.push({ from, sentence });
  }
  return kept.sort((a, b) => a.from - b.from).map(({ sentence }) => sentence);
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function gaps(
  length: number,
  covered: readonly (readonly [from: number, to: number])[],
): readonly { readonly from: number; readonly to: number }[] {
  const found: { readonly from: number; readonly to: number }[] = [];
  let at = 0;
  for (const [from, to] of covered.toSorted((a, b) => a[0] - b[0])) {
    if (from > at) found.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < length) found.push({ from: at, to: length });
  return found;
}
