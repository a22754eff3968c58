import type { TurnScore } from "../../../core/metric-outcome.ts";
import { meets } from "../../../core/verdict.ts";

/** Whose doing it is where a played conversation went wrong: turns counted from 1. */
export interface Blame {
  /** Turns in which the user said what its plan does not let it say. */
  readonly user: readonly number[];
  /** Turns whose answer the judge considers the agent's own mistake. */
  readonly agent: readonly number[];
}

/**
 * Every message was judged together with the answer before it, so the verdict on a message blames its own turn on the user and
 * the one before on the agent. The last of `judged` is the ending, one past the last turn.
 */
export function blameOf(
  turns: readonly TurnScore[],
  judged: readonly TurnScore[],
  threshold: number,
): Blame {
  const isBad = ({ score }: TurnScore) => score !== undefined && !meets(score, threshold);
  return {
    user: turns.flatMap((turn, place) => (isBad(turn) ? [place + 1] : [])),
    agent: judged.flatMap(({ details }, place) =>
      details?.agentAtFault === true ? [place + 1] : [],
    ),
  };
}

/** One sentence, where anybody is to blame. */
export function blameText({ user, agent }: Blame): string {
  const whose = [
    ...(user.length === 0 ? [] : [`the user's in ${turnsText(user)}`]),
    ...(agent.length === 0 ? [] : [`the agent's in ${turnsText(agent)}`]),
  ];
  return whose.length === 0 ? "" : `Mistakes: ${whose.join(", ")}.`;
}

function turnsText(turns: readonly number[]): string {
  return `${turns.length === 1 ? "turn" : "turns"} ${turns.join(", ")}`;
}
