import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { assay } from "./assay.ts";

/** Whatever is done to it throws it once more. */
const trap = `const no = () => { throw trap; };
  const names = Object.getOwnPropertyNames(Reflect);
  const trap = new Proxy(() => {}, Object.fromEntries(names.map((name) => [name, no])));`;

function evaluated(agent: string) {
  const cwd = temporaryFolder();
  const conversation = [{ user_content: "Is it dark?", final_response: "It is." }];
  const evalCase = { eval_id: "one", conversation, assay: { timeout_seconds: 2 } };
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  write("agent.mjs", `${trap}\n${agent}`);
  write("set.evalset.json", JSON.stringify({ eval_set_id: "set", eval_cases: [evalCase] }));
  write("test_config.json", JSON.stringify({ criteria: { response_match_score: 0.8 } }));
  return assay(["eval", "agent.mjs", "set.evalset.json"], { cwd });
}

test.each([
  ["throws", "throw trap; export const rootAgent = 1;"],
  ["is caused by", 'throw new Error("no", { cause: trap }); export const rootAgent = 1;'],
  ["exports", "export const rootAgent = trap;"],
])("a file that %s what throws when it is looked at could not be loaded", async (_, agent) => {
  const { code, stderr } = await evaluated(agent);
  expect(stderr).toContain("agent.mjs could not be loaded");
  expect(stderr).not.toContain("Node.js v");
  expect(code).toBe(2);
});

test("what is left running may throw it too, and the case fails for what the agent answered", async () => {
  const { code, stdout, stderr } = await evaluated(
    'export const rootAgent = () => { setTimeout(() => { throw trap; }, 1); return "No."; };',
  );
  expect(stdout).toContain('The answer lacks "it is"');
  expect(stderr).not.toContain("bug");
  expect(code).toBe(1);
});

test("a session state that never comes is waited for as long as the case may take", async () => {
  const { code, stdout } = await evaluated(
    'export const rootAgent = { name: "x", start: () => ({ send: async () => "No.", state: () => ({ then() {} }) }) };',
  );
  // what is left of two seconds
  expect(stdout).toMatch(/Waited (?:2|1\.9\d?) s for the session state\./);
  expect(code).toBe(1);
});
