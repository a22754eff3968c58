import { expect, test } from "vitest";
import type { CallModel } from "../../core/chat-model.ts";
import type { Invocation } from "../../core/invocation.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import type { EnvironmentConfig, Injection } from "./environment-config.ts";
import { environmentSimulation } from "./environment-simulation.ts";

const { signal } = new AbortController();
const context = { turn: 0, signal };

function anInjection(overrides: Partial<Injection>): Injection {
  return { injectionProbability: 1, injectedLatencySeconds: 0, ...overrides };
}

function anEnvironment(injections: readonly Injection[], mocked: 0 | 1 = 0): EnvironmentConfig {
  return {
    toolSimulationConfigs: [
      { toolName: "open_ticket", injectionConfigs: injections, mockStrategyType: mocked },
    ],
    simulationModel: "scripted",
  };
}

function withModel(replies: readonly string[]) {
  const model = scriptedModel(replies);
  const ask: CallModel = ({ request }, until) => model.generate(request, until);
  return { model, options: { modelFor: () => model, ask } };
}

const noModel = {
  modelFor: () => {
    throw new Error("no model is needed");
  },
};

test("seeded injections hit the same calls in every run, and others in another conversation", async () => {
  const config = anEnvironment([
    anInjection({ injectionProbability: 0.5, randomSeed: 7, injectedResponse: { hit: true } }),
  ]);
  const draws = async (salt: string) => {
    const environment = environmentSimulation(config, { ...noModel, salt });
    const kinds: string[] = [];
    for (let call = 0; call < 64; call += 1) {
      kinds.push((await environment.before("open_ticket", {}, context)).kind);
    }
    return kinds;
  };
  expect(await draws("case-1")).toEqual(await draws("case-1"));
  expect(await draws("case-1")).not.toEqual(await draws("case-2"));
  const hits = (await draws("case-1")).filter((kind) => kind === "simulated").length;
  expect(hits).toBeGreaterThan(16);
  expect(hits).toBeLessThan(48);
});

test("what needs no waiting is answered at once, so that tools that answer at once still do", () => {
  const environment = environmentSimulation(
    anEnvironment([anInjection({ injectedResponse: {} })]),
    noModel,
  );
  expect(environment.before("open_ticket", {}, context)).toEqual({ kind: "simulated", result: {} });
  expect(environment.before("other", {}, context)).toEqual({ kind: "real" });
});

test("true is not 1 where arguments are matched, at any depth; 1 and 1.0 are one number", async () => {
  const only = (value: unknown) =>
    environmentSimulation(
      anEnvironment([anInjection({ matchArgs: { a: value }, injectedResponse: { hit: true } })]),
      noModel,
    );
  const kind = async (wanted: unknown, given: unknown) =>
    (await only(wanted).before("open_ticket", { a: given }, context)).kind;
  expect(await kind(1, true)).toBe("real");
  expect(await kind(false, 0)).toBe("real");
  expect(await kind({ b: [true] }, { b: [1] })).toBe("real");
  expect(await kind({ b: [true] }, { b: [true] })).toBe("simulated");
  expect(await kind(1, 1.0)).toBe("simulated");
});

test("a list or an object where an id should be leaves the state as it was", async () => {
  const analysis =
    '{"stateful_parameters": [{"parameter_name": "id", "creating_tools": ["open_ticket"], "consuming_tools": []}]}';
  const { options } = withModel([analysis, '{"id": ["T1"]}', '{"id": {"n": 1}}', '{"id": "T2"}']);
  const environment = environmentSimulation(anEnvironment([], 1), options);
  for (const id of [["T1"], { n: 1 }]) {
    const answer = await environment.before("open_ticket", {}, context);
    expect(answer).toEqual({ kind: "simulated", result: { id } });
    expect(environment.state).toEqual({});
  }
  await environment.before("open_ticket", {}, context);
  expect(environment.state).toEqual({ id: { T2: { id: "T2" } } });
  expect(environment.problemOf(0, aTurn({}, {}))).toBeUndefined();
});

test("calls at the same time share one analysis", async () => {
  const { model, options } = withModel(['{"stateful_parameters": []}', '{"ok": true}']);
  const environment = environmentSimulation(anEnvironment([], 1), options);
  await Promise.all([
    environment.before("open_ticket", { n: 1 }, context),
    environment.before("open_ticket", { n: 2 }, context),
  ]);
  expect(model.requests).toHaveLength(3);
});

test("an analysis of another form fails that call and is asked for again at the next", async () => {
  const { options, model } = withModel([
    '{"links": []}',
    '{"stateful_parameters": []}',
    '{"ok": true}',
  ]);
  const environment = environmentSimulation(anEnvironment([], 1), options);
  expect(await environment.before("open_ticket", {}, context)).toMatchObject({
    kind: "simulation-error",
  });
  // OpenAI refuses a form with room for other keys
  expect(model.requests[0]?.schema).toMatchObject({
    additionalProperties: false,
    properties: { stateful_parameters: { items: { additionalProperties: false } } },
  });
  expect(await environment.before("open_ticket", {}, context)).toMatchObject({ kind: "simulated" });
  expect(environment.problemOf(0, aTurn({}, {}))).toContain(
    'open_ticket could not answer. The analysis of the tools could not be read: It has no "stateful_parameters".',
  );
});

test("a tool that ran without asking is found out", async () => {
  const environment = environmentSimulation(
    anEnvironment([anInjection({ injectedResponse: {} })]),
    noModel,
  );
  await environment.before("open_ticket", {}, context);
  expect(environment.problemOf(0, aTurn({}, {}))).toBeUndefined();
  expect(environment.problemOf(1, aTurn({}, {}))).toBe(
    "The tool open_ticket is to be simulated, and it ran without asking.",
  );
});

test("a environment that is restored up again draws and knows what it would have drawn and known", async () => {
  const config = anEnvironment(
    [anInjection({ injectionProbability: 0.5, randomSeed: 1, injectedResponse: { busy: true } })],
    1,
  );
  const analysis =
    '{"stateful_parameters": [{"parameter_name": "id", "creating_tools": ["open_ticket"], "consuming_tools": []}]}';
  const replies = [analysis, ...Array.from({ length: 20 }, (_, place) => `{"id": "T${place}"}`)];
  const whole = environmentSimulation(config, withModel(replies).options);
  const history: Invocation[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const answer = await whole.before("open_ticket", { turn }, { turn, signal });
    const response = answer.kind === "real" ? {} : answer.result;
    history.push(aTurn({ turn }, response));
  }
  const restored = environmentSimulation(config, withModel(replies).options);
  await restored.restore(history, signal);
  expect(restored.state).toEqual(whole.state);
  for (let turn = 10; turn < 20; turn += 1) {
    const one = await whole.before("open_ticket", {}, { turn, signal });
    const other = await restored.before("open_ticket", {}, { turn, signal });
    expect("busy" in (other.kind === "simulated" ? other.result : {})).toBe(
      "busy" in (one.kind === "simulated" ? one.result : {}),
    );
  }
});

function aTurn(
  args: Record<string, unknown>,
  response: Readonly<Record<string, unknown>>,
): Invocation {
  const call = { id: "c", name: "open_ticket" };
  return {
    invocationId: "i",
    userContent: { parts: [] },
    creationTimestamp: 0,
    intermediateData: {
      invocationEvents: [
        { author: "agent", content: { parts: [{ functionCall: { ...call, args } }] } },
        { author: "agent", content: { parts: [{ functionResponse: { ...call, response } }] } },
      ],
    },
  };
}
