import { captureTurnOutput } from "../agents/isolation/capture-turn-output.ts";
import { guardProcess, muteStrays } from "../agents/isolation/guard-process.ts";
import { takeOverOutput } from "../agents/isolation/take-over-output.ts";
import { namedMessageOf } from "../core/errors.ts";
import { shownText } from "../project/run/secrets/run-secrets.ts";
import { cleanLine, cleanLines } from "../reporters/text/clean-text.ts";
import { isOn } from "./arguments/read-options.ts";
import type { CommandInput } from "./command.ts";

/** An agent runs in our process: what it prints, throws or exits with must not become ours. */
export function isolateAgent({ terminal, options }: CommandInput): { restore(): void } {
  const output = takeOverOutput();
  const strays: unknown[] = [];
  const unguard = guardProcess((error) => strays.push(error));
  return {
    restore() {
      unguard();
      muteStrays();
      output.restore();
      // a timer that is left may still print, into a report on standard output and without a mask
      captureTurnOutput();
      for (const error of strays.slice(0, 5)) {
        terminal.warn(
          `note   Something left running outside of any turn failed: ${cleanLine(shownText(namedMessageOf(error)))}\n`,
        );
      }
      const printed = isOn(options, "verbose") ? output.strayOutput() : undefined;
      if (printed === undefined) return;
      terminal.warn("note   Printed outside of any turn:\n");
      for (const line of cleanLines(shownText(printed))) terminal.warn(`       ${line}\n`);
    },
  };
}
