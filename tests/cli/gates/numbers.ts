import { evalSet } from "../assay.ts";

/** A set of so many cases, and an agent that gets those below WRONG wrong. It waits for a file where WAIT is set. */
export function numbers(cases: number) {
  const all = Array.from({ length: cases }, (_, index) => [
    `case_${String(index).padStart(3, "0")}`,
    { user: `number ${index}`, answer: `number ${index}` },
  ]);
  return {
    "agent.mjs": `
      import { appendFileSync, existsSync } from "node:fs";
      import { setTimeout } from "node:timers/promises";
      export const rootAgent = async (text) => {
        appendFileSync("calls.log", text + "\\n");
        const number = Number(text.slice(7));
        if (process.env.WAIT !== undefined && number >= Number(process.env.WAIT)) {
          while (!existsSync("go")) await setTimeout(10);
        }
        if (text === process.env.THROW) throw new Error("down");
        return number < Number(process.env.WRONG ?? 0) ? "something else" : text;
      };`,
    "demo.evalset.json": evalSet(Object.fromEntries(all)),
    "test_config.json": { criteria: { response_match_score: 0.8 } },
  };
}
