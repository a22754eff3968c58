/** What the address of the list of sessions says. */
export interface LiveSearch {
  readonly agent?: string | undefined;
  /** In the language of filters. */
  readonly filter?: string | undefined;
  /** The session beside the list. */
  readonly session?: string | undefined;
}

export function readLiveSearch({
  agent,
  filter,
  session,
}: Readonly<Record<string, unknown>>): LiveSearch {
  return {
    ...(isText(agent) && { agent: `${agent}` }),
    ...(isText(filter) && { filter: `${filter}` }),
    ...(isText(session) && { session: `${session}` }),
  };
}

/** What is made of digits alone is read as a number from an address. */
function isText(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
