import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import type { TraceReading } from "../../traces/turns/find-turns.ts";
import { splitTurns, type TurnSpans } from "../../traces/turns/turn-spans.ts";
import type { PlacedSpans } from "./rows-of.ts";

interface Placed {
  /** For each turn, the spans that it is made of. */
  readonly byTurn: readonly PlacedSpans[];
  /** All others. */
  readonly around: PlacedSpans;
}

/** Which spans are of which turn. Calls that were put together to one turn are all of it. */
export function placeSpans(readings: readonly TraceReading[], turns: readonly TraceTurn[]): Placed {
  const byTurn: PlacedSpans[] = turns.map(() => new Map());
  const around: PlacedSpans = new Map();
  const turnOf = turnFinder(turns);
  for (const reading of readings) {
    const loose = new Set(reading.tree.views);
    for (const piece of piecesOf(reading)) {
      const placed = byTurn[turnOf(piece) ?? -1];
      if (placed === undefined) continue;
      placed.set(reading, [...(placed.get(reading) ?? []), ...piece.members]);
      for (const member of piece.members) loose.delete(member);
    }
    if (loose.size > 0) around.set(reading, [...loose]);
  }
  return { byTurn, around };
}

function piecesOf({ tree }: TraceReading): readonly TurnSpans[] {
  return splitTurns(tree).toSorted((a, b) =>
    Number((a.anchor.start ?? 0n) - (b.anchor.start ?? 0n)),
  );
}

/** A call without a turn of its own went on with the one before it. */
function turnFinder(turns: readonly TraceTurn[]) {
  const placeOf = new Map(turns.map((turn, at) => [`${turn.traceId} ${turn.id}`, at]));
  let current: number | undefined;
  return ({ anchor, isRoot }: TurnSpans): number | undefined => {
    const own = placeOf.get(`${anchor.span.traceId} ${anchor.span.spanId}`);
    if (own !== undefined) current = own;
    return own ?? (isRoot ? current : undefined);
  };
}
