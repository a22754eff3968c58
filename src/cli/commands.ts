import { acceptCommands } from "./accept/accept-commands.ts";
import type { CommandSpec } from "./command.ts";
import { evalCommands } from "./eval/eval-commands.ts";
import { evalSetCommands } from "./eval-set/eval-set-commands.ts";
import { initCommands } from "./init/init-commands.ts";
import { judgeCommands } from "./judge/judge-commands.ts";
import { metricsCommands } from "./metrics/metrics-commands.ts";
import { runsCommands } from "./runs/runs-commands.ts";
import { sanityCommands } from "./sanity/sanity-commands.ts";
import { scoreCommands } from "./score/score-commands.ts";

/** Every command there is, in the order help shows them. To add one: its file and its line here. */
export const commands: readonly CommandSpec[] = [
  ...evalCommands,
  ...scoreCommands,
  ...runsCommands,
  ...acceptCommands,
  ...evalSetCommands,
  ...metricsCommands,
  ...judgeCommands,
  ...sanityCommands,
  ...initCommands,
];
