import type { Turn } from "../../core/agent.ts";
import type { AdkEvent } from "./adk-event.ts";

type Counted = Parameters<Turn["usage"]>;

/** Model calls whose answers come in several events: what they took is what the last of them says. */
export class StreamedCalls {
  readonly #turn: Turn;
  #last: Counted | undefined;
  /** The call that goes on has said something already. */
  #hasSaid = false;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  count(...counted: Counted): void {
    this.#last = counted;
  }

  /**
   * Whether the event says why its answer ended, of which some was given before. In one piece such an answer is no error,
   * so it is none in several.
   */
  isCut({ content, errorCode, finishReason }: AdkEvent): boolean {
    this.#hasSaid ||= (content?.parts?.length ?? 0) > 0;
    return this.#hasSaid && errorCode === finishReason;
  }

  /** Before another call begins, and at the end. */
  end(): void {
    if (this.#last !== undefined) this.#turn.usage(...this.#last);
    this.#last = undefined;
    this.#hasSaid = false;
  }
}
