import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { assay, project } from "./assay.ts";
import { guest, model, modelServer, run, scenario, waiterWith } from "./simulation/waiter.ts";

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

const written = {
  conversation: [
    {
      invocation_id: "1",
      user_content: "A table for 4.",
      final_response: "Sorry: no table is free",
    },
  ],
};

test("a tool that is simulated answers what the config says", async () => {
  const environment_simulation = {
    tool_simulation_configs: [
      {
        tool_name: "book",
        injection_configs: [
          { injected_error: { injected_http_error_code: 409, error_message: "no table is free" } },
        ],
      },
    ],
  };
  const cwd = waiterWith(
    { criteria: { response_match_score: 1 }, environment_simulation },
    written,
  );
  const { code, stdout, stderr } = await assay(run, { cwd });
  expect(stderr).toBe("");
  expect(code, stdout).toBe(0);
});

test("what the simulated environment and the simulated user ask models is not the agent's doing, nor after a resume", async () => {
  const world = await modelServer(async (request) => {
    const shown = request.messages.at(-1)?.text ?? "";
    if (shown.includes("stateful")) return { text: '{"stateful_parameters": []}' };
    if (shown.includes("book")) return { text: '{"table": 7}' };
    return guest(request);
  });
  const environment_simulation = {
    simulation_model: model,
    tool_simulation_configs: [{ tool_name: "book", mock_strategy_type: 1 }],
  };
  const cwd = waiterWith({
    criteria: { tool_call_count_v1: 5 },
    user_simulator_config: { model },
    environment_simulation,
  });
  const whole = await assay([...run, "--reporter", "json=whole.json"], { cwd, env: world.env });
  expect(whole.code, whole.stdout + whole.stderr).toBe(0);
  expect(world.requests.length).toBeGreaterThan(2);
  const figures = (file: string) => {
    const report = JSON.parse(readFileSync(join(cwd, file), "utf8"));
    const [{ metrics, invocations }] = report.cases;
    return {
      scores: metrics.map(({ name, score }: { name: string; score: number }) => [name, score]),
      simulated: invocations.map(
        (turn: { simulatedResponses?: number[] }) => turn.simulatedResponses,
      ),
    };
  };
  const { scores, simulated } = figures("whole.json");
  const score = Object.fromEntries(scores);
  expect(score.inference_call_count_v1).toBe(0);
  expect(score.token_usage_v1).toBeNull();
  expect(simulated).toEqual([undefined, [0]]);

  // once more, and killed when the simulated tool has answered
  const asked = world.requests.length;
  const killed = waiter
    .replace("assay/agents", agentsModule)
    .replace(
      "export async",
      'import { spawnSync } from "node:child_process";\nimport { existsSync, writeFileSync } from "node:fs";\nexport async',
    )
    .replace(
      "return table",
      'if (!existsSync("killed")) { writeFileSync("killed", ""); spawnSync("kill", ["-9", String(process.pid)]); }\nreturn table',
    );
  writeFileSync(join(cwd, "waiter/agent.ts"), killed);
  const first = await assay(run, { cwd, env: world.env });
  expect(first.signal).toBe("SIGKILL");
  const rest = await assay(["eval", "--resume", "--reporter", "json=resumed.json"], {
    cwd,
    env: world.env,
  });
  expect(rest.code, rest.stdout + rest.stderr).toBe(0);
  const seconds = ([name]: readonly [string, number]) => name !== "invocation_duration_v1";
  const resumed = figures("resumed.json");
  expect(resumed.scores.filter(seconds)).toEqual(scores.filter(seconds));
  expect(resumed.simulated).toEqual(simulated);
  expect(world.requests.length).toBe(2 * asked);
});

test("an injected error is one that the agent met, and is told as ours", async () => {
  const environment_simulation = {
    tool_simulation_configs: [
      {
        tool_name: "book",
        injection_configs: [
          { injected_error: { injected_http_error_code: 503, error_message: "down" } },
        ],
      },
    ],
  };
  const cwd = waiterWith({ criteria: { no_tool_errors: 1 }, environment_simulation }, written);
  const { code, stdout } = await assay(run, { cwd });
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    'book answered with an error of the simulated environment: 503, "down".',
  );
  expect(code, stdout).toBe(1);
});

test("a tool for which a model cannot answer leaves the case not evaluated", async () => {
  const world = await modelServer(({ messages }) => ({
    text: (messages.at(-1)?.text ?? "").includes("stateful")
      ? '{"stateful_parameters": []}'
      : "Booked!",
  }));
  const environment_simulation = {
    simulation_model: model,
    tool_simulation_configs: [{ tool_name: "book", mock_strategy_type: 1 }],
  };
  const cwd = waiterWith({ environment_simulation }, written);
  const { code, stdout } = await assay(run, { cwd, env: world.env });
  expect(stdout).toContain("The simulated tool book could not answer");
  expect(code).toBe(3);
});

test("an agent whose tools nobody can intercept is refused before it is called", async () => {
  const cwd = project({
    "echo.json": { command: ["cat"] },
    "set.evalset.json": { eval_set_id: "set", eval_cases: [{ eval_id: "a", ...written }] },
    "test_config.json": {
      criteria: { response_match_score: 1 },
      environment_simulation: {
        tool_simulation_configs: [
          { tool_name: "t", injection_configs: [{ injected_response: {} }] },
        ],
      },
    },
  });
  const { code, stderr } = await assay(["eval", "echo.json", "set.evalset.json"], { cwd });
  expect(stderr).toContain("cannot be intercepted");
  expect(code).toBe(2);
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
