import type { UserPersona } from "../../core/eval-set.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { personaCaseId, withPersonas } from "../../simulation/with-personas.ts";

interface Entry {
  /** Place in the original set. */
  readonly index: number;
  readonly evalId: string;
  readonly persona?: string | UserPersona | undefined;
}

/** A set in which every scenario stands once for each persona; written conversations stay as they are. */
export function personaMatrix(
  source: EvalSetSource,
  personas: readonly (string | UserPersona)[] = [],
): EvalSetSource {
  if (personas.length === 0) return source;
  const entries = source.caseIds.flatMap((evalId, index): Entry[] =>
    source.isScenario(index)
      ? personas.map((persona) => ({ index, evalId: personaCaseId(evalId, persona), persona }))
      : [{ index, evalId }],
  );
  const at = (place: number): Entry => {
    const entry = entries[place];
    if (entry === undefined) throw new RangeError(`there is no case ${place} of ${entries.length}`);
    return entry;
  };
  return {
    ...source,
    caseIds: entries.map((entry) => entry.evalId),
    hashOf: (places) => source.hashOf(places.map((place) => at(place).index)),
    async read(place) {
      const { index, persona } = at(place);
      const evalCase = await source.read(index);
      return persona === undefined ? evalCase : (withPersonas(evalCase, [persona])[0] ?? evalCase);
    },
    tagsOf: (place) => source.tagsOf(at(place).index),
    quarantineOf: (place) => source.quarantineOf(at(place).index),
    isScenario: (place) => source.isScenario(at(place).index),
  };
}
