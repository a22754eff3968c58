import type { PgBoss } from "pg-boss";
import { UserFacingError } from "../core/errors.ts";

/** Whoever runs cases in one process never installs or loads it. */
export async function loadPgBoss(): Promise<typeof PgBoss> {
  try {
    return (await import("pg-boss")).PgBoss;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error;
    if (!isMissing || error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UserFacingError(
      "store/unusable",
      "Workers need the package pg-boss, which is not installed.",
      { hint: "Run:  npm install pg pg-boss@12.35.0", cause: error },
    );
  }
}
