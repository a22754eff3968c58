import type { RetentionLimits, TraceStore } from "../../core/traces/trace-store.ts";
import { countOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

type Retention = Omit<RetentionLimits, "now">;

const DAY = 24 * 60 * 60 * 1000;

/** What flags say, else the project config. Nothing of an agent is forgotten unless one of them says so. */
export function retentionOf({ options, project }: CommandInput): Retention {
  const limit = (name: string) =>
    options[name] === undefined ? undefined : countOption(options, name, 100);
  const { sessions, days, spans } = project?.retention ?? {};
  const kept = limit("keep_days") ?? days;
  return {
    sessions: limit("keep_sessions") ?? sessions,
    spans: limit("keep_spans") ?? spans,
    age: kept === undefined ? undefined : kept * DAY,
    othersAge: DAY,
  };
}

export async function forget(store: TraceStore, limits: Retention): Promise<void> {
  await store.retain({ ...limits, now: Date.now() });
}
