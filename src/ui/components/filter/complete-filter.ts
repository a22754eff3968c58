/** What may be typed: a key that takes words, those that are known of it, or a whole term. */
export interface FilterHint {
  /** `status:`, `cost:>` or `metric.`: what stands before what is compared. */
  readonly key: string;
  readonly about: string;
  readonly values?: readonly string[] | undefined;
}

export interface Completion {
  /** What the term becomes. */
  readonly text: string;
  readonly about: string;
  /** More is to be typed: no other term begins behind it. */
  readonly isOpen: boolean;
}

const MOST = 8;

/** What the term could be in which somebody types: keys first, and after a key what is known of it. */
export function completionsOf(
  text: string,
  caret: number,
  hints: readonly FilterHint[],
): readonly Completion[] {
  const [start] = termAt(text, caret);
  const typed = text.slice(start, caret);
  const minus = typed.startsWith("-") ? "-" : "";
  const word = typed.slice(minus.length).toLowerCase();
  const own = hints.find(({ key }) => word.startsWith(key.toLowerCase()));
  if (own !== undefined) {
    const begun = word.slice(own.key.length).replace(/^"/, "");
    return (own.values ?? [])
      .filter((value) => value.toLowerCase().includes(begun) && value.toLowerCase() !== begun)
      .slice(0, MOST)
      .map((value) => ({
        text: `${minus}${own.key}${quoted(value)}`,
        about: own.about,
        isOpen: own.key.endsWith("."),
      }));
  }
  return hints
    .filter(({ key }) => key.startsWith(word))
    .map(({ key, about }) => ({ text: `${minus}${key}`, about, isOpen: true }));
}

/** The text with a term completed, and where one goes on typing. */
export function completed(
  text: string,
  caret: number,
  { text: term, isOpen }: Completion,
): { readonly text: string; readonly caret: number } {
  const [start, end] = termAt(text, caret);
  const rest = text.slice(end).trimStart();
  const before = `${text.slice(0, start)}${term}${isOpen ? "" : " "}`;
  return { text: `${before}${isOpen && rest !== "" ? " " : ""}${rest}`, caret: before.length };
}

/** From where to where the term goes in which the caret is: spaces between quotes are part of it. */
function termAt(text: string, caret: number): readonly [start: number, end: number] {
  for (const { 0: whole, index } of text.matchAll(/(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/gs)) {
    if (index <= caret && caret <= index + whole.length) return [index, index + whole.length];
  }
  return [caret, caret];
}

function quoted(value: string): string {
  return /^[^\s"\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
}
