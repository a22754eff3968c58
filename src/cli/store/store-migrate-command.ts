import { ExitCode } from "../../core/verdict.ts";
import { shortPath } from "../../files/short-path.ts";
import { migrateStore } from "../../stores/migrate-store.ts";
import { isPostgresAddress, shownAddress } from "../../stores/postgres-address.ts";
import { storeOf } from "../arguments/store-option.ts";
import type { CommandInput } from "../command.ts";

/** `assay store migrate`: also for a database that has no tables yet. */
export async function storeMigrateCommand(input: CommandInput): Promise<number> {
  const place = storeOf(input);
  const shown = isPostgresAddress(place) ? shownAddress(place) : shortPath(place);
  const { before, after } = await migrateStore(place);
  const said =
    before === after
      ? `has version ${after} already`
      : before === 0
        ? `was made, with version ${after}`
        : `was brought from version ${before} to ${after}`;
  input.terminal.write(`${shown} ${said}.\n`);
  return ExitCode.passed;
}
