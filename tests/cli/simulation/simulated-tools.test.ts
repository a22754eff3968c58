import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, project } from "../assay.ts";
import { agentsModule, guest, model, modelServer, run, waiter, waiterWith } from "./waiter.ts";

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

test("an environment that names a model which there is not is refused, also where none is asked", async () => {
  const injected = { tool_name: "book", injection_configs: [{ injected_response: { table: 7 } }] };
  const environment_simulation = {
    simulation_model: "abacus-1",
    tool_simulation_configs: [injected],
  };
  const cwd = waiterWith(
    { criteria: { response_match_score: 1 }, environment_simulation },
    written,
  );
  const { code, stderr } = await assay(run, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no model "abacus-1".');
});

test("what the simulated world and the simulated user ask models is not the agent's doing, nor after a resume", async () => {
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

test("an injected error is one that the agent met, and is reported as ours", async () => {
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
