import { UserFacingError } from "../../core/errors.ts";
import { isPostgresAddress } from "../../stores/postgres-address.ts";
import { storeOf } from "../arguments/store-option.ts";
import type { CommandInput } from "../command.ts";

/** The database of a team, for what works across machines; a file is refused. `asker` is at the head of a sentence. */
export function teamStoreOf(input: CommandInput, asker: string): string {
  const place = storeOf(input);
  if (isPostgresAddress(place)) return place;
  throw new UserFacingError(
    "cli/usage",
    `${asker} needs a PostgreSQL database that all machines reach; the runs here are kept in a file.`,
    { hint: "Name one with --store postgres://USER@HOST/DATABASE, or in ASSAY_STORE." },
  );
}
