/** Work that is committed together with what came while the commit before it was under way. */
export interface GroupedCommits<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item;
}

/** A few at a time, which keeps answers quick. */
const AT_A_TIME = 16;

/** Groups have nothing to do with each other: one that failed fails alone. */
export function groupedCommits<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
): GroupedCommits<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting.splice(0, AT_A_TIME);
      try {
        const results = await commit(group.map(({ item }) => item));
        for (const [place, each] of group.entries()) each.resolve(results[place] as Result);
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    }
    working = undefined;
  }

  return {
    add(item) {
      const each = { ...Promise.withResolvers<Result>(), item };
      waiting.push(each);
      working ??= work();
      return each.promise;
    },
    idle: async () => await working,
  };
}
