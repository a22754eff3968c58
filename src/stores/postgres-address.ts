import { UserFacingError } from "../core/errors.ts";

/** Whether a store is named by the address of a database rather than by a file. */
export function isPostgresAddress(store: string): boolean {
  return /^postgres(ql)?:/i.test(store);
}

/** An address as it may be shown: without its password, and without settings that may hold one. */
export function shownAddress(address: string): string {
  const { username, host, pathname } = readAddress(address);
  return `postgres://${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

/** Never repeats what it was given: a password that is not escaped is often why an address cannot be read. */
export function readAddress(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !isPostgresAddress(address)) {
    throw new UserFacingError(
      "store/unusable",
      "The address of the PostgreSQL store cannot be read.",
      {
        hint: 'Write it as postgres://USER@HOST:5432/DATABASE. In a password, "@", ":", "/", "?", "#" and "%" are written as %40, %3A, %2F, %3F, %23 and %25.',
      },
    );
  }
  return url;
}

/** Whether two addresses mean one database and one user of it. */
export function isSameStore(one: string, other: string): boolean {
  return shownAddress(one) === shownAddress(other);
}
