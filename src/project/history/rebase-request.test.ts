import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { type EvalRequest, evalDefaults } from "../plan/eval-request.ts";
import { rebaseRequest } from "./rebase-request.ts";

test("paths mean the same files in another folder; ids and names of packages stay", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "agents/bot"), { recursive: true });
  for (const file of ["agents/s.json", "agents/assay.config.ts"])
    writeFileSync(join(root, file), "");
  const request: EvalRequest = {
    ...evalDefaults,
    agent: "bot",
    evalSets: ["s.json:a,b", "smoke", "smoke:a", join(root, "agents/s.json")],
    configFilePath: "s.json",
    caseIds: [],
    tags: [],
    failFast: false,
  };
  const [from, to] = [join(root, "agents"), join(root, "agents/bot")];
  const moved = rebaseRequest(request, from, to);
  expect(moved).toMatchObject({
    agent: ".",
    evalSets: ["../s.json:a,b", "smoke", "smoke:a", "../s.json"],
    configFilePath: "../s.json",
  });
  expect("initialSessionFile" in moved).toBe(false);
  const inline = rebaseRequest({ ...request, agent: "assay.config.ts#echo" }, from, root);
  expect(inline.agent).toBe("agents/assay.config.ts#echo");
  expect(resolve(root, inline.configFilePath ?? "")).toBe(join(root, "agents/s.json"));
});
