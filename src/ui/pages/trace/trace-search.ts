import type { TraceAsked } from "./trace-asked.ts";

const panes = ["event", "request", "response", "attributes", "graph", "raw"] as const;
export type TracePane = (typeof panes)[number];

/** What the address of a trace says beside the trace. */
export interface TraceSearch {
  readonly set?: string | undefined;
  /** From 1, as people count. */
  readonly trial?: number | undefined;
  readonly span?: string | undefined;
  readonly pane?: TracePane | undefined;
  readonly by?: "agent" | undefined;
  /** Whether idle time is drawn as long as it was. */
  readonly idle?: "full" | undefined;
  readonly find?: string | undefined;
  /** Set while a case is made of it. */
  readonly capture?: true | undefined;
}

export function readTraceSearch(given: Readonly<Record<string, unknown>>): TraceSearch {
  const { set, trial, span, pane, by, idle, find, capture } = given;
  return {
    ...(typeof set === "string" && { set }),
    ...(isCount(trial) && { trial }),
    ...(isText(span) && { span: `${span}` }),
    ...(isPane(pane) && { pane }),
    ...(by === "agent" && { by }),
    ...(idle === "full" && { idle }),
    ...(isText(find) && { find: `${find}` }),
    ...(capture === true && { capture }),
  };
}

/** What the server is asked for. */
export function askedOf(
  params: { readonly session?: string; readonly run?: string; readonly evalId?: string },
  { set, trial = 1 }: TraceSearch,
): TraceAsked {
  const { session, run, evalId } = params;
  if (session !== undefined) return { session };
  return { run, set, case: evalId, trial: trial - 1 };
}

function isPane(value: unknown): value is TracePane {
  return panes.some((each) => each === value);
}

/** Ids of digits alone are read as numbers from an address. */
function isText(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}
