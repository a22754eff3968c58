import type { EvalCase } from "../core/eval-set.ts";
import type { Ending } from "./end-by-agent.ts";
import type { Move } from "./next-message.ts";

/** Undefined when the conversation ended as it should. */
export function endByUser(
  move: Exclude<Move, { readonly type: "say" }>,
  turn: number,
  { conversation }: EvalCase,
): Ending | undefined {
  // a written conversation may be empty; a simulated one that never began tells nothing
  const isFault = move.type === "fault" || (turn === 0 && conversation === undefined);
  if (!isFault) return undefined;
  const message = move.type === "fault" ? move.message : `It said nothing: ${move.why}.`;
  const detail = `The simulated user failed at turn ${turn + 1}: ${message}`;
  return { status: "not-evaluated", reason: "simulator-fault", detail, simulated: "user" };
}
