import type { ModelCall } from "../core/chat-model.ts";

/** What calls cost, learned from those that were made. */
export interface LikelyCosts {
  /** Undefined for the first of its kind, of which nobody can tell. */
  of(call: ModelCall): number | undefined;
  learn(call: ModelCall, dollars: number): void;
}

interface Seen {
  readonly dearest: number;
  readonly perCharacter: number;
}

/** As much as the dearest of its kind, and more where more is sent: the question before a run says nothing of a judge's. */
export function likelyCosts(): LikelyCosts {
  const kinds = new Map<string, Seen>();
  return {
    of(call) {
      const seen = kinds.get(kindOf(call));
      return seen && Math.max(seen.dearest, seen.perCharacter * charactersOf(call));
    },
    learn(call, dollars) {
      const { dearest, perCharacter } = kinds.get(kindOf(call)) ?? { dearest: 0, perCharacter: 0 };
      kinds.set(kindOf(call), {
        dearest: Math.max(dearest, dollars),
        perCharacter: Math.max(perCharacter, dollars / charactersOf(call)),
      });
    },
  };
}

/** Parts of one question differ by their number only. */
function kindOf({ model, role, step }: ModelCall): string {
  return JSON.stringify([model.id, role, step.replace(/\d+/g, "")]);
}

function charactersOf({ request }: ModelCall): number {
  return JSON.stringify(request).length;
}
