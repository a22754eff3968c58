import type { Invocation } from "../src/core/invocation.ts";
import { rouge1 } from "../src/metrics/response/rouge.ts";
import { planMetric } from "../src/project/metrics/plan-metrics.ts";

const texts = [
  ["The bedroom light is off now.", "I turned the bedroom light off."],
  ["Your parcel left the depot in Lyon this morning.", "This morning your parcel left Lyon."],
  ["The heating is set to nineteen degrees.", "Heating set to 19 degrees in the hall."],
  ["No room is free on that night, sorry.", "Sorry, every room is taken that night."],
] as const;

export function rougePairsPerSecond(): number {
  return perSecond(10_000, (index) => {
    const [reference, candidate] = texts[index % texts.length] ?? texts[0];
    // a word of its own each time, so that no cache answers for the whole text
    rouge1(`${reference} ${index}`, `${candidate} ${index}`);
  });
}

export function trajectoryMatchesPerSecond(): number {
  const metric = planMetric("tool_trajectory_avg_score", { threshold: 1, match_type: "IN_ORDER" });
  const turn = invocation();
  const input = {
    evalCase: {
      evalId: "bench",
      conversation: [turn],
      creationTimestamp: 0,
      finalSessionState: {},
    },
    actual: [turn],
    expected: [invocation()],
    earlier: [],
    signal: new AbortController().signal,
  };
  return perSecond(10_000, () => metric.measure?.(input));
}

function invocation(): Invocation {
  const call = (name: string, room: string) => ({ name, args: { room, on: false, level: 3 } });
  return {
    invocationId: "turn",
    userContent: { role: "user", parts: [{ text: "Good night" }] },
    creationTimestamp: 0,
    intermediateData: {
      toolUses: [
        call("get_device", "bedroom"),
        call("set_light", "bedroom"),
        call("get_device", "kitchen"),
        call("set_light", "kitchen"),
      ],
      toolResponses: [],
      intermediateResponses: [],
    },
  };
}

/** The best of several rounds, after a warm-up. */
function perSecond(count: number, work: (index: number) => void): number {
  let quickest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round += 1) {
    const began = performance.now();
    for (let index = 0; index < count; index += 1) work(index + round * count);
    if (round > 1) quickest = Math.min(quickest, performance.now() - began);
  }
  return (count / quickest) * 1000;
}
