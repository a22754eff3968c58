/** What the address of the list of sessions says. */
export interface LiveSearch {
  readonly agent?: string | undefined;
  readonly text?: string | undefined;
  /** The session beside the list. */
  readonly session?: string | undefined;
}

export function readLiveSearch({
  agent,
  text,
  session,
}: Readonly<Record<string, unknown>>): LiveSearch {
  return {
    ...(isText(agent) && { agent: `${agent}` }),
    ...(isText(text) && { text: `${text}` }),
    ...(isText(session) && { session: `${session}` }),
  };
}

/** What is made of digits alone is read as a number from an address. */
function isText(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
