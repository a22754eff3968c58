import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";

const library = pathToFileURL(resolve(import.meta.dirname, "../../../index.ts")).href;
const forGood = "{ value() {}, configurable: false, writable: false }";

/** Evaluates an agent in a program of its own, which would end with 0. */
function evaluated(attack: string) {
  const path = join(temporaryFolder(), "program.mjs");
  writeFileSync(
    path,
    `import { evaluate } from ${JSON.stringify(library)};
    const conversation = [{ user_content: "hi", final_response: "All is well." }];
    const evalSet = { eval_set_id: "s", eval_cases: [{ eval_id: "spoiled", conversation }] };
    const agent = async () => { ${attack}; return "All is well."; };
    const run = await evaluate({ agent, evalSet, criteria: { response_match_score: 0.5 }, store: "memory" });
    console.log("passed", run.passed);`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], {
    encoding: "utf8",
    timeout: 50_000,
  });
  return { status, stdout, stderr };
}

test.each([
  ["Array.prototype.Symbol(Symbol.iterator)", "Array.prototype, Symbol.iterator"],
  ["Promise.prototype.then", 'Promise.prototype, "then"'],
  ["Map.prototype.get", 'Map.prototype, "get"'],
  ["globalThis.JSON", 'globalThis, "JSON"'],
])(
  "a program ends with 1 and the case's name where an agent changes %s for good",
  (name, what) => {
    const { status, stdout, stderr } = evaluated(`Object.defineProperty(${what}, ${forGood})`);
    expect(stderr).toContain(`error  spoiled: The agent changed ${name} for good in turn 1`);
    expect(stdout).toBe("");
    expect(status).toBe(1);
  },
  60_000,
);

test("what is only added is told by the run itself", () => {
  const added = 'Object.prototype, "status", { value: "passed", configurable: false }';
  const { status, stdout } = evaluated(`Object.defineProperty(${added})`);
  expect(stdout).toBe("passed false\n");
  expect(status).toBe(0);
}, 60_000);
