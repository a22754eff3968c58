import { numberText } from "../../../lib/amounts.ts";
import type { Clusters } from "./clusters-tab.tsx";

const words: Readonly<Record<keyof Clusters["faults"], string>> = {
  agent: "the agent’s",
  "user-simulator": "the simulated user’s",
  environment: "the simulated environment’s",
  judge: "the judge’s",
  infrastructure: "the machine’s or the network’s",
  "eval-set": "the eval set’s",
};

/** Whose doing the failures were, where they were not all the agent's. */
export function FaultNote({ faults }: Pick<Clusters, "faults">) {
  const others = Object.entries(faults).filter(([, count]) => count > 0);
  if (others.every(([fault]) => fault === "agent")) return null;
  const text = others
    .map(([fault, count]) => `${numberText(count)} ${words[fault as keyof Clusters["faults"]]}`)
    .join(", ");
  return <p className="band">Whose doing, by rule: {text}.</p>;
}
