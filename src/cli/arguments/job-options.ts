import type { OptionSpec } from "../command.ts";

/** Options of commands that pay for models and are no runs of an agent. */
export const jobOptions: readonly OptionSpec[] = [
  {
    name: "resume",
    value: "[RUN]",
    summary: "Go on with what was stopped, as it was asked for. No answer is paid for twice.",
  },
];
