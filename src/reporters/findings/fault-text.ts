import { type Attributions, type Fault, faults } from "../../analysis/faults/fault.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { plural } from "../../core/text/plural.ts";

/** Whose doing something was, in a sentence. */
export function faultWord(fault: Fault): string {
  return words[fault];
}

const words: Readonly<Record<Fault, string>> = {
  agent: "the agent",
  "user-simulator": "the simulated user",
  environment: "the simulated environment",
  judge: "the judge",
  infrastructure: "infrastructure",
  "eval-set": "the eval set",
};

/** `2 of 5 were not the agent's doing: 1 the judge, 1 the eval set.` Undefined where all were the agent's. */
export function faultsText(counts: Attributions["counts"]): string | undefined {
  const all = faults.reduce((sum, fault) => sum + counts[fault], 0);
  const others = faults.filter((fault) => fault !== "agent" && counts[fault] > 0);
  if (others.length === 0) return undefined;
  const count = all - counts.agent;
  const [only, ...more] = others.map((fault) => words[fault]);
  const who =
    more.length === 0
      ? only
      : others.map((fault) => `${grouped(counts[fault])} ${words[fault]}`).join(", ");
  const which =
    all === count
      ? all === 1
        ? "It was"
        : `All ${grouped(all)} were`
      : `${grouped(count)} of ${grouped(all)} ${count === 1 ? "was" : "were"}`;
  return `${which} not the agent's doing: ${who}.`;
}

/** How many cases a cluster has, and whose they are where they are not the agent's. */
export function clusterFaults(cases: readonly { readonly fault: Fault }[]): string {
  const others = faults.filter(
    (fault) => fault !== "agent" && cases.some((each) => each.fault === fault),
  );
  const told = others.map((fault) => {
    const count = cases.filter((each) => each.fault === fault).length;
    return count === cases.length ? words[fault] : `${plural(count, "case")} ${words[fault]}`;
  });
  return told.join(", ");
}
