import type { Pool, PoolClient } from "pg";
import { RealDate, setTimeout } from "../../core/async/own-timers.ts";
import { readAddress, shownAddress } from "../postgres-address.ts";
import { loadPg } from "./load-pg.ts";
import { isPassing, postgresProblem } from "./postgres-problem.ts";

/** Asks the database, and asks again for a while when it was away. What is asked must be the same when asked twice. */
export interface PostgresClient {
  /** The address without its password. */
  readonly shown: string;
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Everything or nothing; `work` may be run again from its beginning. */
  transaction<T>(work: (query: PostgresQuery) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type PostgresQuery = PostgresClient["query"];

export interface PostgresClientOptions {
  readonly address: string;
  /** Connections at most. */
  readonly connections?: number | undefined;
  /** Milliseconds for which a database that was there once is waited for. */
  readonly patience?: number | undefined;
  /** Milliseconds that an answer may take; 0: as long as it takes. */
  readonly queryTimeout?: number | undefined;
  /** Once on every new database connection that can be used, before anything else is asked. */
  readonly prepare: (query: PostgresQuery) => Promise<void>;
}

const CONNECTIONS = 5;
const PATIENCE = 60_000;
const CONNECT_TIMEOUT = 10_000;
const QUERY_TIMEOUT = 120_000;
const FIRST_WAIT = 50;
const LONGEST_WAIT = 2000;
const INT8 = 20;

export function postgresClient(options: PostgresClientOptions): PostgresClient {
  const { address, connections = CONNECTIONS, patience = PATIENCE, prepare } = options;
  const { queryTimeout = QUERY_TIMEOUT } = options;
  const shown = shownAddress(address);
  let opening: Promise<Pool> | undefined;

  async function open(): Promise<Pool> {
    const { Pool } = await loadPg();
    const pool = new Pool({
      connectionString: readAddress(address).href,
      application_name: "assay",
      max: connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: queryTimeout,
      keepAlive: true,
      allowExitOnIdle: true,
      types: { getTypeParser },
    });
    const { types } = (await import("pg")).default;
    function getTypeParser(oid: number, format?: "text" | "binary"): (text: string) => unknown {
      return oid === INT8 ? Number : types.getTypeParser(oid, format as "text");
    }
    // an idle connection that ends is made anew when it is needed
    pool.on("error", () => {});
    try {
      await prepare(queryOf(pool));
    } catch (error) {
      await pool.end();
      throw error;
    }
    return pool;
  }

  function opened(): Promise<Pool> {
    if (opening === undefined) {
      const started = open();
      opening = started;
      started.catch(() => {
        if (opening === started) opening = undefined;
      });
    }
    return opening;
  }

  async function patiently<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    try {
      // a database that was never there is told at once
      const pool = await opened();
      const deadline = RealDate.now() + patience;
      for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
        try {
          return await work(pool);
        } catch (error) {
          if (!isPassing(error) || RealDate.now() + wait > deadline) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    } catch (error) {
      throw postgresProblem(error, shown);
    }
  }

  return {
    shown,
    query: (text, values) => patiently((pool) => queryOf(pool)(text, values)),
    transaction: (work) => patiently((pool) => inTransaction(pool, work)),
    async close() {
      const closing = opening;
      opening = undefined;
      const pool = await closing?.catch(() => undefined);
      await pool?.end();
    },
  };
}

function queryOf(asked: Pool | PoolClient): PostgresQuery {
  return async <Row>(text: string, values?: readonly unknown[]) => {
    const result = await asked.query(text, values as unknown[] | undefined);
    // several statements in one text have several results
    const rows = Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows;
    return rows as readonly Row[];
  };
}

async function inTransaction<T>(
  pool: Pool,
  work: (query: PostgresQuery) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let failure: Error | undefined;
  // between two questions nobody else listens for the end of the connection
  const onError = () => {};
  connection.on("error", onError);
  try {
    await connection.query("BEGIN");
    const result = await work(queryOf(connection));
    await connection.query("COMMIT");
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.off("error", onError);
    // one that failed is closed, which ends its transaction
    connection.release(failure);
  }
}
