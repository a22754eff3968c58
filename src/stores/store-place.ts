import { resolve } from "node:path";
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
  if (!isPostgresAddress(place)) return resolve(cwd, place);
  const isKnown = usual !== undefined && isPostgresAddress(usual) && isSameStore(usual, place);
  return isKnown ? usual : place;
}
