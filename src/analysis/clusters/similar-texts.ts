/** Texts that share half of their words say the same. */
const ALIKE = 0.5;

/** The words of a text that could stand in another one too: numbers are one word, a single quoted word belongs to its case. */
export function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase().replace(QUOTED_WORD, " ").replace(/\d+/g, "#");
  return new Set(plain.match(/#|[\p{L}\p{M}_]+/gu) ?? []);
}

/** `"lamp"`, but not a quoted sentence. */
export const QUOTED_WORD = /"[^"\s]*"/g;

/**
 * Groups of texts by likeness of their words (Jaccard): two are in one group when a chain of similar texts leads from one to
 * the other, so that no order matters. Gives the places of the members.
 */
export function similarTexts(texts: readonly string[]): readonly (readonly number[])[] {
  const places = Map.groupBy(texts.keys(), (place) =>
    [...wordsOf(texts[place] ?? "")].sort().join(" "),
  );
  const unique = [...places.keys()].sort();
  const joined = linked(unique.map((key) => new Set(key === "" ? [] : key.split(" "))));
  const groups = Map.groupBy(unique.keys(), (at) => joined(at));
  return [...groups.values()].map((members) =>
    members.flatMap((at) => places.get(unique[at] ?? "") ?? []).sort((a, b) => a - b),
  );
}

/** Which group a text belongs to, by a number that is the same for all of its members. */
function linked(sets: readonly ReadonlySet<string>[]): (at: number) => number {
  const { rootOf, join } = disjoint(sets.length);
  const counts = wordCounts(sets);
  const byWord = new Map<string, number[]>();
  for (const [at, set] of sets.entries()) {
    for (const word of rarest(set, counts)) {
      const before = byWord.get(word) ?? [];
      const alike = (other: number) => likeness(set, sets[other] ?? set) >= ALIKE;
      for (const other of before) if (rootOf(at) !== rootOf(other) && alike(other)) join(at, other);
      before.push(at);
      byWord.set(word, before);
    }
  }
  return rootOf;
}

export function wordCounts(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function disjoint(size: number) {
  const parents = Array.from({ length: size }, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  const join = (one: number, other: number) => {
    parents[rootOf(one)] = rootOf(other);
  };
  return { rootOf, join };
}

/** Two sets that are alike share one of so many of their rarest words, so only those are looked up. */
function rarest(set: ReadonlySet<string>, counts: ReadonlyMap<string, number>): readonly string[] {
  const inOrder = [...set].sort(
    (a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1),
  );
  return inOrder.slice(0, set.size - Math.ceil(ALIKE * set.size) + 1);
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / (a.size + b.size - shared);
}
