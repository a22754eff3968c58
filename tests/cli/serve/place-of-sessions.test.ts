import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteTraceStore } from "../../../src/stores/sqlite/traces/sqlite-trace-store.ts";
import { aSpan } from "../../../src/testing/trace-store/trace-store-batches.ts";
import { sightTraces } from "../../../src/traces/sessions/sight-traces.ts";
import { assay, project } from "../assay.ts";

async function received(path: string, session: string): Promise<void> {
  const traces = sqliteTraceStore(path);
  const attributes = { "agentevals.session_name": session, "service.name": "shop" };
  const agent = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "clerk" };
  const spans = [aSpan({ resource: { attributes }, name: "invoke_agent", attributes: agent })];
  await traces.append({ spans, logs: [], traces: sightTraces(spans), receivedAt: Date.now() });
  await traces.close();
}

test("sessions lie where --store or the project says", async () => {
  const cwd = project({ "assay.config.json": { store: "data/evals.db" } });
  await received(join(cwd, "data/evals.db"), "project");
  await received(join(cwd, "other.db"), "flag");
  const idsIn = async (...args: readonly string[]) => {
    const { stdout } = await assay(["sessions", "--output", "json", ...args], { cwd });
    return JSON.parse(stdout).map(({ id }: { id: string }) => id);
  };
  expect(await idsIn()).toEqual(["project"]);
  expect(await idsIn("--store", "other.db")).toEqual(["flag"]);
});
