import { expect, test } from "vitest";
import { postgresDatabase } from "../../postgres-database.ts";
import { assay, project } from "../assay.ts";

test("limits of models are set, listed and taken away for all workers", async () => {
  const cwd = project({});
  const env = { ASSAY_STORE: await postgresDatabase() };
  const none = await assay(["limits"], { cwd, env });
  expect(none.stdout).toContain("No model has a limit");
  const nothing = await assay(["limits", "set", "openai/gpt-5-mini"], { cwd, env });
  expect(nothing).toMatchObject({ code: 2 });
  expect(nothing.stderr).toContain("--requests, --tokens or --places");
  const set = ["limits", "set", "openai/gpt-5-mini", "--requests", "500", "--places", "40"];
  expect(await assay(set, { cwd, env })).toMatchObject({ code: 0 });
  const listed = await assay(["limits"], { cwd, env });
  expect(listed.stdout).toMatch(/openai\/gpt-5-mini\s+500\s+-\s+40\s+0/);
  const removed = await assay(["limits", "rm", "openai/gpt-5-mini"], { cwd, env });
  expect(removed.stdout).toBe("openai/gpt-5-mini has no limit any more.\n");
});

test("limits of a file are refused in a sentence", async () => {
  const file = await assay(["limits"], { cwd: project({}) });
  expect(file).toMatchObject({ code: 2 });
  expect(file.stderr).toContain("assay limits needs a PostgreSQL database");
});
