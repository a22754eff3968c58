import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";

const pin = "4711-0815";
const env = { STRIPE_KEY: "sk_live_Zq81Lm3Xy77Qw" };

function desk(criteria: object): string {
  return project({
    "desk/.env": `BILLING_PIN=${pin}\n`,
    "desk/agent.mjs": `export const rootAgent = () => {
      console.log("the pin is", process.env.BILLING_PIN);
      return \`\${process.env.BILLING_PIN} \${process.env.STRIPE_KEY}\`;
    };`,
    "desk/s.evalset.json": evalSet({ told: { user: "?" } }, "s"),
    "desk/test_config.json": { criteria, secrets: ["BILLING_PIN"] },
  });
}

test("what only the config of a run calls a secret stays masked when the run is scored again", async () => {
  const cwd = desk({ response_contains: { threshold: 1, texts: ["nothing"] } });
  await assay(["eval", "desk"], { cwd, env });
  const again = await assay(["score", "latest", "--reporter", "json=again.json"], { cwd, env });
  expect(again.stdout).toContain("│ the pin is [secret BILLING_PIN]");
  const kept = readFileSync(join(cwd, ".assay/assay.db"), "latin1");
  const report = readFileSync(join(cwd, "again.json"), "utf8");
  for (const said of [again.stdout, again.stderr, report, kept]) expect(said).not.toContain(pin);
});

test("a secret in the criteria is compared as it is when the run is scored again, or nothing is scored", async () => {
  const cwd = desk({ response_contains: { threshold: 1, texts: [env.STRIPE_KEY] } });
  expect((await assay(["eval", "desk"], { cwd, env })).code).toBe(0);
  expect((await assay(["score", "latest"], { cwd, env })).code).toBe(0);
  const without = await assay(["score", "latest"], { cwd });
  expect(without.stderr).toBe(
    `error  The criteria of s contain the secret STRIPE_KEY, which is not set any
       more.
       Set it, or give the criteria with --config_file_path.

`,
  );
  expect(without.code).toBe(2);
});

test("what the config of a run calls no secret is none for commands that read the run again", async () => {
  const code = "zK9yQ2mN4x";
  const cwd = project({
    "desk/.env": `BUILD_CODE=${code}\n`,
    "desk/agent.mjs":
      "export const rootAgent = () => ['It is ', process.env.BUILD_CODE, '.'].join('');",
    "desk/s.evalset.json": evalSet({ told: { user: "?", answer: "No." } }, "s"),
    "desk/test_config.json": {
      criteria: { response_match_score: 1 },
      secrets: ["!BUILD_CODE"],
    },
  });
  expect((await assay(["eval", "desk"], { cwd })).code).toBe(1);
  const shown = await assay(["runs", "show", "latest", "--case", "told"], { cwd });
  expect(shown.stdout).toContain(`answer  It is ${code}.`);
  expect((await assay(["score", "latest"], { cwd })).stdout).toContain(`It is ${code}.`);
  expect((await assay(["accept", "latest", "--yes"], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, "desk/s.evalset.json"), "utf8")).toContain(`It is ${code}.`);
});
