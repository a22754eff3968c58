import type { Reporter } from "../core/reporter.ts";
import { describeReporter } from "./reporter-contract.ts";

/** The reporter of the guide: the least that keeps the contract. */
function shortReporter(write: (line: string) => void): Reporter {
  return {
    async onEnd({ totals, end }, cases) {
      for await (const { evalId, status } of cases())
        write(`${JSON.stringify(evalId)} ${status}\n`);
      write(`${end?.status}: ${JSON.stringify(totals)}\n`);
    },
  };
}

describeReporter("shortReporter", () => {
  const lines: string[] = [];
  return { reporter: shortReporter((line) => lines.push(line)), text: () => lines.join("") };
});
