import type { Reply } from "../../lib/api.ts";
import { timeText } from "../../lib/words.ts";

type Overview = Reply<"GET /overview">;
export type News = Overview["news"]["broke"][number];

/** Where a piece of news is looked into. */
export function caseAddress({ runId, evalId, evalSetId, trials }: News) {
  const failed = trials.indexOf("failed");
  return {
    to: "/runs/$run/cases/$evalId",
    params: { run: runId, evalId },
    search: { set: evalSetId, trial: Math.max(0, failed) + 1 },
  } as const;
}

/** What changed, in words; what matters most comes first. */
export function newsSentence(
  { since, broke, recovered, flaky }: Overview["news"],
  agents: Overview["agents"],
): { readonly what: string; readonly more: string } {
  const when =
    since === undefined ? "In the last run of each agent" : `Since you last looked, ${ago(since)}`;
  const others = [
    recovered.length > 0 && `${recovered.length} recovered`,
    flaky.length > 0 && `${flaky.length} became flaky`,
  ].filter((each) => each !== false);
  if (broke.length > 0) {
    const names = new Set(broke.map(({ agent }) => agent));
    const where = names.size === 1 && agents.length > 1 ? `, all in ${[...names][0]}` : "";
    const rest = others.length === 0 ? "." : `; ${others.join(", ")}.`;
    return {
      what: `${when}: ${broke.length === 1 ? "1 case broke" : `${broke.length} cases broke`}${where}`,
      more: rest,
    };
  }
  if (others.length > 0) return { what: `${when}: ${others.join(", ")}.`, more: " Nothing broke." };
  const compared = agents.some(({ runs }) => runs > 1);
  if (since === undefined && !compared) {
    return {
      what: "One run of each agent.",
      more: " Changes are told from the second on.",
    };
  }
  return { what: `${when}, nothing changed.`, more: "" };
}

function ago(iso: string): string {
  const text = timeText(iso);
  return text.includes(",") ? text.replace(", ", " at ") : `today at ${text}`;
}
