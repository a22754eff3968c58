/** What the address of a chat says beside the chat. */
export interface ChatSearch {
  /** The step that is open, as `TURN-STEP`, both from 1. */
  readonly step?: string | undefined;
  readonly pane?: ChatPane | undefined;
  readonly capture?: true | undefined;
  /** The chat that stands beside it and hears the same. */
  readonly other?: string | undefined;
}

const panes = ["event", "request", "response", "state", "graph", "trace"] as const;
export type ChatPane = (typeof panes)[number];

export function readChatSearch({
  step,
  pane,
  capture,
  other,
}: Readonly<Record<string, unknown>>): ChatSearch {
  return {
    ...(typeof step === "string" && /^\d+-\d+$/.test(step) && { step }),
    ...(isPane(pane) && { pane }),
    ...(capture === true && { capture }),
    ...(other !== undefined && other !== "" && { other: `${other}` }),
  };
}

function isPane(value: unknown): value is ChatPane {
  return panes.some((each) => each === value);
}
