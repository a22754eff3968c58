import type { CommandSpec } from "./command.ts";

/**
 * Every command there is, by its first word, in the order help shows them. Each is loaded when its word is typed, so that
 * none costs start-up time. A new command is one file and one line here.
 */
const table: Readonly<Record<string, () => Promise<readonly CommandSpec[]>>> = {
  eval: async () => (await import("./eval/eval-commands.ts")).evalCommands,
  score: async () => (await import("./score/score-commands.ts")).scoreCommands,
  plan: async () => (await import("./plan/plan-commands.ts")).planCommands,
  compare: async () => (await import("./compare/compare-commands.ts")).compareCommands,
  runs: async () => (await import("./runs/runs-commands.ts")).runsCommands,
  clusters: async () => (await import("./clusters/clusters-commands.ts")).clustersCommands,
  trends: async () => (await import("./trends/trends-commands.ts")).trendsCommands,
  accept: async () => (await import("./accept/accept-commands.ts")).acceptCommands,
  "eval-set": async () => (await import("./eval-set/eval-set-commands.ts")).evalSetCommands,
  metrics: async () => (await import("./metrics/metrics-commands.ts")).metricsCommands,
  judge: async () => (await import("./judge/judge-commands.ts")).judgeCommands,
  sanity: async () => (await import("./sanity/sanity-commands.ts")).sanityCommands,
  web: async () => (await import("./web/web-commands.ts")).webCommands,
  serve: async () => (await import("./serve/serve-commands.ts")).serveCommands,
  sessions: async () => (await import("./sessions/sessions-commands.ts")).sessionsCommands,
  worker: async () => (await import("./worker/worker-commands.ts")).workerCommands,
  limits: async () => (await import("./limits/limits-commands.ts")).limitsCommands,
  store: async () => (await import("./store/store-commands.ts")).storeCommands,
  users: async () => (await import("./users/users-commands.ts")).usersCommands,
  audit: async () => (await import("./audit/audit-commands.ts")).auditCommands,
  init: async () => (await import("./init/init-commands.ts")).initCommands,
};

/** The commands that begin with this word; every command where none does. */
export async function commandsOf(word: string): Promise<readonly CommandSpec[]> {
  const first = word.replaceAll("_", "-");
  const load = Object.hasOwn(table, first) ? table[first] : undefined;
  return load === undefined ? await allCommands() : await load();
}

export async function allCommands(): Promise<readonly CommandSpec[]> {
  const rows = await Promise.all(Object.values(table).map((load) => load()));
  return rows.flat();
}
