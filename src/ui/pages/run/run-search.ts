/** What the address of a run's page says beside the run: everything that it shows. */
export interface RunSearch {
  readonly tab?: Exclude<RunTab, "matrix"> | undefined;
  readonly status?: StatusFilter | undefined;
  /** In the language of filters. */
  readonly filter?: string | undefined;
  /** A column: an order of cases, or a metric. */
  readonly sort?: string | undefined;
  readonly reverse?: true | undefined;
  readonly group?: "tag" | "set" | undefined;
  readonly rows?: "roomy" | undefined;
  /** Columns that only inform are shown, too. */
  readonly columns?: "all" | undefined;
  /** Thresholds to try: `response_match_score:0.6`. */
  readonly whatif?: string | undefined;
  /** The selected case. */
  readonly case?: string | undefined;
  readonly set?: string | undefined;
  /** Of the log: one type of events, and a filter. */
  readonly event?: string | undefined;
  readonly words?: string | undefined;
}

export const runTabs = ["matrix", "clusters", "cost", "config", "log"] as const;

export type RunTab = (typeof runTabs)[number];

const statusFilters = ["failed", "errored", "not-evaluated", "passed", "flaky", "pending"] as const;

export type StatusFilter = (typeof statusFilters)[number];

export function readRunSearch(given: Readonly<Record<string, unknown>>): RunSearch {
  const { tab, status, group, rows, reverse } = given;
  return {
    // said also where it is nothing: the router keeps of an address what nobody read differently
    tab: isOneOf(runTabs, tab) && tab !== "matrix" ? tab : undefined,
    status: isOneOf(statusFilters, status) ? status : undefined,
    ...textOf(given, "filter"),
    ...textOf(given, "sort"),
    ...(reverse === true && { reverse }),
    group: group === "tag" || group === "set" ? group : undefined,
    ...(rows === "roomy" && { rows }),
    ...(given.columns === "all" && { columns: "all" }),
    ...textOf(given, "whatif"),
    ...textOf(given, "case"),
    ...textOf(given, "set"),
    ...textOf(given, "event"),
    ...textOf(given, "words"),
  };
}

/** Numbers in an address are read as numbers, and an id may be one. */
function textOf(given: Readonly<Record<string, unknown>>, key: keyof RunSearch): RunSearch {
  const value = given[key];
  if (typeof value === "number") return { [key]: String(value) };
  return typeof value === "string" && value !== "" ? { [key]: value } : {};
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.some((each) => each === value);
}
