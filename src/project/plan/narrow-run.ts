import type { RunRequest } from "./eval-request.ts";
import type { PreparedRun } from "./prepared-run.ts";

/** The same run without some of its cases: nothing is read or loaded again. */
export function narrowRun(
  prepared: PreparedRun,
  onlyCases: NonNullable<RunRequest["onlyCases"]>,
): PreparedRun {
  const sets = prepared.sets.flatMap((set) => {
    const ids = new Set(onlyCases[set.evalSetId]);
    const selected = set.selected.filter((index) => ids.has(set.source.caseIds[index] ?? ""));
    return selected.length + set.quarantined.length === 0 ? [] : [{ ...set, selected }];
  });
  const described = new Map(prepared.about.sets.map((set) => [set.evalSetId, set]));
  const { about } = prepared;
  return {
    ...prepared,
    sets,
    about: {
      ...about,
      sets: sets.flatMap(({ evalSetId, source, selected }) => {
        const set = described.get(evalSetId);
        if (set === undefined) return [];
        return [{ ...set, hash: source.hashOf(selected), caseCount: selected.length }];
      }),
      caseCount: sets.reduce((sum, set) => sum + set.selected.length, 0),
      options: about.options === undefined ? undefined : { ...about.options, onlyCases },
    },
  };
}
