import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { assay, project } from "../cli/assay.ts";
import { installExample } from "../install-example.ts";
import { startWeb } from "../web/web-server.ts";

const root = resolve(import.meta.dirname, "../..");

describe("examples/ai-sdk-support-desk", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installExample("ai-sdk-support-desk");
  }, 300_000);

  test("passes as it is", async () => {
    const { code, stdout, stderr } = await assay(["eval", folder], { cwd: project({}) });
    expect(stderr).toBe("");
    expect(stdout).toContain("8 passed, 0 failed, 0 not evaluated, of 8");
    expect(code).toBe(0);
  });

  test("answers a chat, which asks its models for words as they are made", async () => {
    const web = await startWeb(folder);
    const { agents } = (await web.json("/api/v1/agents")) as { agents: { name: string }[] };
    const begun = await web.post("/api/v1/chats", { agent: agents[0]?.name });
    const { chatId } = (await begun.json()) as { chatId: string };
    const said = await web.post(`/api/v1/chats/${chatId}/messages`, {
      text: "Where is order 1042?",
    });
    const events = await said.text();
    expect(events).toContain('event: delta\ndata: {"text":"Let ');
    expect(events).toContain('"answer":"Your parcel is in Hamburg');
  });

  test("has one case that fails and says why", async () => {
    const set = join(folder, "instructive-failure.json");
    const { code, stdout } = await assay(["eval", folder, set], { cwd: project({}) });
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "why find_order was never called, and in refund_order, amount is 45 where 39 was expected.",
    );
  });

  test("type-checks", async () => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const files = ["agent.ts", "tools.ts", "scripted-model.ts"];
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions"];
    const target = ["--module", "nodenext", "--target", "es2023", "--ignoreConfig"];
    const run = promisify(execFile)(process.execPath, [tsc, ...flags, ...target, ...files], {
      cwd: folder,
    });
    await expect(run).resolves.toMatchObject({ stdout: "" });
  });
});
