import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";

/** A database of its own on the PostgreSQL of this test run; its address. */
export async function postgresDatabase(): Promise<string> {
  const server = await serverAddress();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await ask(server, `CREATE DATABASE ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/** Asks a database something on a connection of its own. */
export async function ask<Row>(address: string, sql: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function serverAddress(): Promise<string> {
  const given = process.env.ASSAY_TEST_POSTGRES;
  if (given !== undefined) return given;
  const socket = connect(inject("postgresDoor"), "127.0.0.1");
  const { address, problem } = JSON.parse(await text(socket));
  if (typeof address !== "string") throw new Error(problem);
  return address;
}
