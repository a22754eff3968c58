import type { Pool, PoolConfig } from "pg";
import { UserFacingError } from "../../core/errors.ts";

/** As much of the driver as we use. */
export interface PgDriver {
  readonly Pool: new (config: PoolConfig) => Pool;
}

/** Whoever keeps runs in a file never installs or loads it. */
export async function loadPg(): Promise<PgDriver> {
  try {
    const { default: pg } = await import("pg");
    return pg;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UserFacingError(
      "store/unusable",
      "A PostgreSQL store needs the package pg, which is not installed.",
      {
        hint: "Run:  npm install pg",
        cause: error,
      },
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
