import type { RunEvent } from "../../../src/core/run.ts";
import {
  aMetricResult,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  caseEvents,
} from "../../../src/testing/builders.ts";
import { project } from "../assay.ts";
import { storeOf } from "../store-of.ts";

const first = "20261116-025312-4c1e9a";

export const second = "20261117-025312-4c1e77";

export const third = "20261118-025312-9b0277";

const sets = [aRunSet({ evalSetId: "smoke", caseCount: 2 }), aRunSet({ evalSetId: "comfort" })];

export const agent = { name: "home-automation" };

/** A workspace with an interrupted run, one that ended, and one that nobody ended. */
export async function workspace(): Promise<string> {
  const cwd = project({});
  const store = await storeOf(cwd);
  const events: RunEvent[] = [
    aRunStart({ runId: first, at: "2026-11-16T02:53:12.000Z", sets, agent }),
    ...lights(first),
    aRunEnd({ runId: first, status: "interrupted" }),
    aRunStart({ runId: second, at: "2026-11-17T02:53:12.000Z", sets, agent }),
    ...lights(second),
    ...caseEvents({
      runId: second,
      evalSetId: "smoke",
      evalId: "two_rooms",
      index: 1,
      end: { status: "failed" },
    }),
    ...caseEvents({
      runId: second,
      evalSetId: "comfort",
      evalId: "heat",
      index: 2,
      end: { status: "not-evaluated", metrics: [unmeasured] },
    }),
    aRunEnd({ runId: second }),
    aRunStart({ runId: third, at: "2026-11-18T02:53:12.000Z", sets, agent }),
  ];
  for (const event of events) void store.append(event);
  await store.close();
  return cwd;
}

const unmeasured = aMetricResult({
  name: "response_match_score",
  status: "not-evaluated",
  score: undefined,
  reason: "missing-reference",
  detail: "It needs final_response in turn 1.",
});

function lights(runId: string): readonly RunEvent[] {
  const calls = [{ name: "set_light", args: { room: "bedroom", on: false } }];
  const invocation = anInvocation({ user: "Lights off", answer: "Done.", calls });
  return caseEvents({ runId, evalSetId: "smoke", evalId: "lights", invocations: [invocation] });
}

export const utc = { TZ: "UTC" };
