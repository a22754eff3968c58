/** What the address of a run's page says beside the run. */
export interface RunSearch {
  readonly status?: StatusFilter | undefined;
  readonly text?: string | undefined;
  readonly sort?: "status" | undefined;
}

const statusFilters = ["failed", "not-evaluated", "passed", "flaky", "pending"] as const;

export type StatusFilter = (typeof statusFilters)[number];

export function readRunSearch(given: Readonly<Record<string, unknown>>): RunSearch {
  const { status, text, sort } = given;
  return {
    ...(isFilter(status) && { status }),
    ...(typeof text === "string" && text !== "" && { text }),
    ...(sort === "status" && { sort }),
  };
}

function isFilter(value: unknown): value is StatusFilter {
  return statusFilters.some((each) => each === value);
}
