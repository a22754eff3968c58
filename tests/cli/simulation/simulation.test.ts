import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { assay, project } from "../assay.ts";
import { guest, model, modelServer, run, scenario, waiterWith } from "./waiter.ts";

test("a model plays the user of a scenario until it has what it wants", async () => {
  const player = await modelServer(guest);
  const cwd = waiterWith({ user_simulator_config: { model } });
  const { code, stdout, stderr } = await assay([...run, "--reporter", "json=out.json"], {
    cwd,
    env: player.env,
  });
  expect(stderr).toBe("");
  expect(code, stdout).toBe(0);
  expect(player.requests).toHaveLength(2);
  const result = readFileSync(join(cwd, "out.json"), "utf8");
  expect(result).toContain("For 4, please.");
  expect(result).toContain("You have table 1.");
  expect(result).not.toContain("</finished>");
});

test("a conversation that was killed goes on, and no message that was there is asked for again", async () => {
  const agent = `
    export async function rootAgent(text, { history }) {
      return history.length < 8 ? "Go on, " + text : "That is all.";
    }
  `;
  const scenarios = ["a", "b", "c"].map((eval_id) => ({
    eval_id,
    conversation_scenario: { starting_prompt: `Story ${eval_id}.`, conversation_plan: "Tell it." },
  }));
  const files = {
    "listener/agent.mjs": agent,
    "listener/stories.evalset.json": { eval_set_id: "stories", eval_cases: scenarios },
    "listener/test_config.json": {
      criteria: { tool_call_count_v1: 5 },
      user_simulator_config: { model },
    },
  };
  const eval3 = ["eval", "listener", "listener/stories.evalset.json", "--concurrency", "2"];
  let kill: (() => void) | undefined;
  let asked = 0;
  const player = await modelServer(async ({ messages }) => {
    const shown = messages.at(-1)?.text ?? "";
    asked += 1;
    const isLast = asked === 7;
    // a model takes its time, and what it said before is durable by then
    await wait(50);
    if (isLast) {
      kill?.();
      return { hangs: true };
    }
    return { text: shown.includes("That is all.") ? "</finished>" : `part ${shown.length}` };
  });
  const cwd = project(files);
  const { signal } = await assay(eval3, {
    cwd,
    env: player.env,
    onSpawn: (child) => {
      kill = () => child.kill("SIGKILL");
    },
  });
  expect(signal).toBe("SIGKILL");
  const { code, stdout } = await assay(["eval", "--resume"], { cwd, env: player.env });
  expect(code, stdout).toBe(0);
  expect(stdout).toContain("3 passed, 0 failed, 0 not evaluated, of 3");
  // five messages a story; what was in flight when the process died may be asked for once more
  expect(player.requests.length).toBeGreaterThanOrEqual(16);
  expect(player.requests.length).toBeLessThanOrEqual(17);
});

test("a user that says nothing is no failure of the agent", async () => {
  const player = await modelServer(() => ({ text: " " }));
  const cwd = waiterWith({ user_simulator_config: { model } });
  const { code, stdout } = await assay(run, { cwd, env: player.env });
  expect(stdout).toContain("The simulated user failed at turn 2");
  expect(code).toBe(3);
});

test("every persona plays every scenario", async () => {
  const player = await modelServer(guest);
  const cwd = waiterWith({ user_simulator_config: { model, personas: ["EXPERT", "NOVICE"] } });
  const { code, stdout } = await assay(run, { cwd, env: player.env });
  expect(stdout).toContain("table@EXPERT");
  expect(stdout).toContain("table@NOVICE");
  expect(code).toBe(0);
});

test("cases are generated for an agent, and equal ones are added once", async () => {
  const scenarios = [
    scenario,
    { starting_prompt: "Is it open?", conversation_plan: "Learn when." },
  ];
  const author = await modelServer(() => ({ text: JSON.stringify({ scenarios }) }));
  const cwd = waiterWith({});
  const config = { count: 2, modelName: model, description: "Books tables." };
  const file = project({ "gen.json": config, "bare.json": { count: 2, model_name: model } });
  const generate = (name: string) =>
    assay(
      [
        "eval_set",
        "generate_eval_cases",
        "waiter",
        "new",
        "--user_simulation_config_file",
        join(file, name),
      ],
      { cwd, env: author.env },
    );
  const bare = await generate("bare.json");
  expect(bare.stderr).toContain("Nothing says what waiter is for.");
  expect(bare.code).toBe(2);

  const first = await generate("gen.json");
  expect(first.stderr).toBe("");
  expect(first.stdout.split("\n")[0]).toBe("Eval set 'new' created for app 'waiter'.");
  expect(first.stdout.match(/added to eval set 'new'/g)).toHaveLength(2);
  const again = await generate("gen.json");
  expect(again.stdout.split("\n")[0]).toBe("Eval set 'new' already exists.");
  expect(again.stdout.match(/skipped adding/g)).toHaveLength(2);
  const saved = JSON.parse(readFileSync(join(cwd, "waiter/new.evalset.json"), "utf8"));
  expect(saved.eval_cases[0]).toMatchObject({
    conversation_scenario: scenario,
    session_input: { app_name: "waiter", user_id: "test_user_id" },
  });
});
