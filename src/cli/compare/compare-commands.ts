import { reportOptions } from "../arguments/asked-reports.ts";
import type { CommandSpec } from "../command.ts";

export const compareCommands: readonly CommandSpec[] = [
  {
    name: "compare",
    summary: "Compare runs case by case: is B better than A, and how sure is that.",
    arguments: [
      {
        name: "RUN",
        many: true,
        summary:
          "A, B and more: ids, names, latest, latest~1, commits, branches or tags. One alone (latest unless given) is compared with its baseline.",
      },
    ],
    options: [
      {
        name: "metric",
        short: "m",
        value: "METRIC",
        summary: "What the verdict is about.",
        default: "the pass rate",
      },
      {
        name: "detect",
        value: "DIFFERENCE",
        summary: "The difference that matters: where less cases could show it, it is too few.",
        default: "0.1",
      },
      {
        name: "gate",
        value: "GATE",
        many: true,
        summary: 'Hold B against it, as in "no-worse 0.02", and exit by it: 0, 1, or 3 undecided.',
      },
      {
        name: "gate_by",
        value: "HOW",
        summary: "bound: by the end of the interval; point: by the estimate itself, as ADK does.",
        default: "bound",
      },
      ...reportOptions,
      {
        name: "store",
        value: "STORE",
        summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: [
      "assay compare main HEAD",
      "assay compare latest~1 latest --metric response_match_score",
      'assay compare latest --gate "no-worse 0.02" --reporter markdown=comparison.md',
    ],
    load: async () => (await import("./compare-command.ts")).compareCommand,
  },
];
