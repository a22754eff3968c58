const tabs = ["cases", "settings", "trends"] as const;
const shows = ["failed", "flaky", "problems", "never", "quarantined"] as const;

export type SetTab = (typeof tabs)[number];
export type Show = (typeof shows)[number];

/** What the address of a set's page says beside the set. */
export interface SetSearch {
  readonly tab?: Exclude<SetTab, "cases"> | undefined;
  readonly only?: Show | undefined;
  /** In the language of filters. */
  readonly filter?: string | undefined;
  /** Of the trends: the newest so many runs. */
  readonly limit?: number | undefined;
}

export function readSetSearch(given: Readonly<Record<string, unknown>>): SetSearch {
  const { tab, only, filter, limit } = given;
  const found = tabs.find((each) => each === tab);
  const shown = shows.find((each) => each === only);
  return {
    ...(found !== undefined && found !== "cases" && { tab: found }),
    ...(shown !== undefined && { only: shown }),
    // what is made of digits alone is read as a number from an address
    ...((typeof filter === "number" || (typeof filter === "string" && filter !== "")) && {
      filter: `${filter}`,
    }),
    ...(typeof limit === "number" && { limit }),
  };
}
