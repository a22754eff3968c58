import { plural } from "../../core/text/plural.ts";
import { ExitCode } from "../../core/verdict.ts";
import { checkStore } from "../../project/store-copy/check-store.ts";
import { storeOf } from "../arguments/store-option.ts";
import type { CommandInput } from "../command.ts";
import { withBoth } from "./with-both.ts";

/** `assay store check`: exit code 1 where something cannot be read any more. */
export async function storeCheckCommand(input: CommandInput): Promise<number> {
  const { terminal } = input;
  let damaged = 0;
  const onDamage = (what: string) => {
    damaged += 1;
    terminal.warn(`damaged  ${what}\n`);
  };
  const found = await withBoth(storeOf(input), { onDamage }, ({ runs, traces }) =>
    checkStore(runs, traces),
  );
  const { runs, events, stopped, sessions, spans, faults } = found;
  for (const fault of faults.mended) terminal.warn(`mended   the database: ${fault}\n`);
  for (const fault of faults.damaged) onDamage(`the database: ${fault}`);
  terminal.write(
    `${plural(runs, "run")} with ${plural(events, "event")}, ${plural(sessions, "session")} with ${plural(spans, "span")}: ` +
      `${damaged === 0 ? "all can be read" : `${damaged} cannot be read`}.\n`,
  );
  if (stopped.length > 0) {
    const words = stopped.length === 1 ? "1 run has" : `${stopped.length} runs have`;
    terminal.write(`${words} not ended and can be resumed; assay runs lists them.\n`);
  }
  return damaged === 0 ? ExitCode.passed : ExitCode.failed;
}
