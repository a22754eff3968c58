import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Workshop } from "./runner-project.ts";

/** Kills the process it runs in when it hears of the fourth case, once; writes every call down before it answers. */
const source = `
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("calls.log", text + "\\n");
  if (text === "u3" && !existsSync("died")) {
    await new Promise((done) => setTimeout(done, 100));
    writeFileSync("died", "");
    execFileSync("kill", ["-9", String(process.pid)]);
  }
  return text;
}`;

const evalSet = {
  eval_set_id: "demo",
  eval_cases: Array.from({ length: 6 }, (_, index) => ({
    eval_id: `c${index}`,
    conversation: [{ user_content: `u${index}`, final_response: `u${index}` }],
  })),
};

/** A project whose tests die once, in the midst of their run. */
export function killedProject(workshop: Workshop, entry: string, agent: "path" | "object"): string {
  return workshop.project({
    "package.json": { type: "module" },
    "agent/agent.js": source,
    "demo.evalset.json": evalSet,
    "demo.test.js": `
      import { describeEvals } from "${entry}";
      ${agent === "path" ? "" : 'import { rootAgent } from "./agent/agent.js";'}
      const agent = ${agent === "path" ? '"agent"' : "rootAgent"};
      describeEvals(agent, "demo.evalset.json", { concurrency: 1 });
    `,
  });
}

/** Every case was asked once, but the one that its process died of. */
export function expectCallsOnce(cwd: string): void {
  const calls = readFileSync(join(cwd, "calls.log"), "utf8").trimEnd().split("\n");
  expect(calls.sort()).toEqual(["u0", "u1", "u2", "u3", "u3", "u4", "u5"]);
}
