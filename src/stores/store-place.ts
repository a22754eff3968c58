import { resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import { isPostgresAddress, isSameStore } from "./postgres-address.ts";

/** Where runs are kept unless somebody says otherwise. */
export const USUAL_STORE = ".assay/assay.db";

interface Asked {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The store that is meant: what was given, else `ASSAY_STORE`, else the file of the folder. A password may be left out of an
 * address that stands in `ASSAY_STORE` with it: what is given on a command line is seen by everybody on the machine.
 */
export function storePlace(given: string | undefined, { cwd, env }: Asked): string {
  const usual = env.ASSAY_STORE === "" ? undefined : env.ASSAY_STORE;
  const place = given ?? usual ?? USUAL_STORE;
  if (!isPostgresAddress(place)) return filePlace(place, cwd);
  const isKnown = usual !== undefined && isPostgresAddress(usual) && isSameStore(usual, place);
  return isKnown ? usual : place;
}

/** An address of something else, or a misspelt one, would be a file of that name, and a team's runs would lie in it. */
function filePlace(place: string, cwd: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place) ?? [];
  if (scheme === undefined) return resolve(cwd, place);
  throw new UserFacingError("store/unusable", `The store is an address of ${scheme}.`, {
    hint: "A file is known, or a PostgreSQL database: postgres://USER@HOST/DATABASE.",
  });
}
