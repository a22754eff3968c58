import { expect, test } from "vitest";
import { assay, evalSet, project } from "./assay.ts";

/** Prints in every way there is: by the console, the streams, and the numbers of the streams, as loggers do. */
const noisy = `
import fs, { writeSync } from "node:fs";
console.log("loading noise");
export async function rootAgent(text) {
  console.log("console noise of " + text);
  process.stdout.write("stream noise\\n");
  process.stderr.write("error noise\\n");
  writeSync(1, "number noise\\n");
  fs.writeSync(2, Buffer.from("buffer noise\\n"));
  await new Promise((done) => fs.write(1, "late noise\\n", done));
  return text;
}
`;
const metric = `
import { writeSync } from "node:fs";
export function loud() {
  console.log("metric noise");
  writeSync(1, "metric number noise\\n");
  return 1;
}
`;

const house = () =>
  project({
    "home/agent.mjs": noisy,
    "home/loud.mjs": metric,
    "home/demo.evalset.json": evalSet({
      good: { user: "hello", answer: "hello" },
      bad: { user: "hello", answer: "goodbye" },
    }),
    "home/test_config.json": {
      criteria: { response_match_score: 0.5, loud: 0.5 },
      custom_metrics: { loud: { code_config: { name: "./loud.mjs:loud" } } },
    },
  });

test("standard output stays ours, whatever an agent or a metric prints, and however", async () => {
  const cwd = house();
  const { stdout, stderr } = await assay(["eval", "home", "--reporter", "json"], { cwd });
  const { cases } = JSON.parse(stdout);
  const [good] = cases;
  expect(good.output).toBe(
    "console noise of hello\nstream noise\nerror noise\nnumber noise\nbuffer noise\nlate noise\n",
  );
  expect(stderr).not.toContain("loading noise");
  const scored = await assay(["score", "latest", "--reporter", "json"], { cwd });
  expect(JSON.parse(scored.stdout).totals).toMatchObject({ cases: 2, passed: 1 });
});

test("what a case printed is shown where it fails, and nowhere else", async () => {
  const { stdout, stderr } = await assay(["eval", "home"], { cwd: house() });
  expect(stdout.match(/number noise/g)).toHaveLength(1);
  expect(stdout.indexOf("number noise")).toBeGreaterThan(stdout.indexOf("✗ bad, turn 1"));
  expect(`${stdout}${stderr}`).not.toContain("metric noise");
});

const lingering = `
import { writeSync } from "node:fs";
const print = (text) => {
  console.log(text + " sk-proj-q8Zr2LmX0pW4tY6u");
  writeSync(1, text + " sk-proj-q8Zr2LmX0pW4tY6u\\n");
};
process.on("exit", () => print("at the end"));
setInterval(() => print("by the way"), 1);
export function rootAgent(text) {
  setInterval(() => print("after the turn"), 1);
  return text;
}
`;

test("what is printed after the run, until the process has ended, goes nowhere", async () => {
  const cwd = project({
    "home/agent.mjs": lingering,
    "home/.env": "HOUSE_API_KEY=sk-proj-q8Zr2LmX0pW4tY6u\n",
    "home/demo.evalset.json": evalSet({ good: { user: "hello", answer: "hello" } }),
  });
  const { stdout, stderr } = await assay(["eval", "home", "--reporter", "json"], { cwd });
  expect(JSON.parse(stdout).totals).toMatchObject({ cases: 1, passed: 1 });
  expect(stderr).not.toMatch(/at the end|by the way|after the turn|q8Zr2Lm/);
});

const failingLater = `
export function rootAgent(text) {
  const fail = () => { throw new Error("late with " + process.env.HOUSE_API_KEY); };
  setInterval(fail, 2);
  setInterval(() => Promise.reject(new Error("lost with " + process.env.HOUSE_API_KEY)), 2);
  return text + " there".repeat(100_000);
}
`;

test("what fails after the run neither cuts its report short nor decides its exit code", async () => {
  const cwd = project({
    "home/agent.mjs": failingLater,
    "home/.env": "HOUSE_API_KEY=sk-proj-q8Zr2LmX0pW4tY6u\n",
    "home/demo.evalset.json": evalSet({ good: { user: "hello", answer: "hello" } }),
    "home/test_config.json": { criteria: { response_match_score: 0.000_001 } },
  });
  const { code, stdout, stderr } = await assay(["eval", "home", "--reporter", "json"], {
    cwd,
    // a reader that takes its time
    onSpawn: ({ stdout: pipe }) => {
      pipe?.pause();
      setTimeout(() => pipe?.resume(), 1500);
    },
  });
  expect(JSON.parse(stdout).totals).toMatchObject({ passed: 1 });
  expect(code).toBe(0);
  expect(stderr).not.toContain("q8Zr2LmX0pW4tY6u");
});
