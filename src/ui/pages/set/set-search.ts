const tabs = ["cases", "settings", "trends"] as const;
const shows = ["failed", "flaky", "problems", "never", "quarantined"] as const;

export type SetTab = (typeof tabs)[number];
export type Show = (typeof shows)[number];

/** What the address of a set's page says beside the set. */
export interface SetSearch {
  readonly tab?: Exclude<SetTab, "cases"> | undefined;
  readonly only?: Show | undefined;
  readonly text?: string | undefined;
  /** Of the trends: the newest so many runs. */
  readonly limit?: number | undefined;
}

export function readSetSearch(given: Readonly<Record<string, unknown>>): SetSearch {
  const { tab, only, text, limit } = given;
  const found = tabs.find((each) => each === tab);
  const shown = shows.find((each) => each === only);
  return {
    ...(found !== undefined && found !== "cases" && { tab: found }),
    ...(shown !== undefined && { only: shown }),
    ...(typeof text === "string" && text !== "" && { text }),
    ...(typeof limit === "number" && { limit }),
  };
}
