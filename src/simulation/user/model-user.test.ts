import { expect, test } from "vitest";
import type { CallModel } from "../../core/chat-model.ts";
import type { ConversationScenario } from "../../core/eval-set.ts";
import { SimulatorFault } from "../../core/user-simulator.ts";
import { anEvalCase, anInvocation } from "../../testing/builders.ts";
import { type ScriptedReply, scriptedModel } from "../../testing/scripted-model.ts";
import { createUserFor } from "../create-user-for.ts";
import { defaultUser, type ModelUserConfig, modelUser } from "./model-user.ts";
import { rulesOfUser } from "./user-prompt.ts";

const { signal } = new AbortController();
const plan =
  "First ask for a table for four at seven, then for a vegetarian menu, then say goodbye.";
const aScenario: ConversationScenario = {
  startingPrompt: "I need a table.",
  conversationPlan: plan,
};

function aUser(
  replies: readonly ScriptedReply[],
  config: Partial<ModelUserConfig> = {},
  scenario: Partial<ConversationScenario> = {},
) {
  const model = scriptedModel(replies);
  const ask: CallModel = ({ request }, until) => model.generate(request, until);
  const user = modelUser({
    scenario: { ...aScenario, ...scenario },
    config: { ...defaultUser, ...config },
    modelFor: () => model,
    ask,
  });
  return { user, model };
}

const turn = anInvocation({ user: "I need a table.", answer: "For how many?" });

test.each<[string, ScriptedReply, RegExp]>([
  ["says nothing", "", /empty message/],
  ["says white space", " \n ", /empty message/],
  ["refuses", { text: "I cannot do that.", finish: "refusal" }, /refused/],
  ["cannot be reached", new Error("socket hang up"), /socket hang up/],
  ["recites its plan", `Sure! ${plan.toUpperCase()}`, /recited its plan/],
  [
    "recites its plan without its marks",
    `well ${plan.toLowerCase().replace(/[.,:;]/g, "")}`,
    /recited its plan/,
  ],
  ...rulesOfUser("</finished>").map((rule): [string, string, RegExp] => [
    `recites "${rule.slice(0, 24)}…"`,
    `Of course. ${rule.replaceAll("\n", " ")}`,
    /recited its instructions/,
  ]),
])("a user that %s is at fault itself", async (_what, reply, message) => {
  const { user } = aUser([reply]);
  const move = Promise.resolve(user.next([turn], signal));
  await expect(move).rejects.toThrow(message);
  await expect(move).rejects.toBeInstanceOf(SimulatorFault);
});

test.each([
  [
    "a step",
    "Which goals of the plan are done, which one is open, did the agent ask something",
    {},
  ],
  ["a choice", "ADVANCE to the next open goal of the plan, when the present one is done.", {}],
  [
    "what a built-in persona does",
    "Keep details to yourself until the agent asks for them.",
    { userPersona: "NOVICE" },
  ],
])(
  "a user that recites %s of our instructions is at fault itself",
  async (_what, said, scenario) => {
    const { user } = aUser([`Hm: ${said}, did something go wrong?`], {}, scenario);
    await expect(user.next([turn], signal)).rejects.toThrow(/recited its instructions/);
  },
);

test("a persona's own words may be said, for they may be meant to be", async () => {
  const said = "Say that you would like to speak with a human being now.";
  const behavior = {
    name: "Insists",
    description: "Insists on a person.",
    behaviorInstructions: [said],
    violationRubrics: [],
  };
  const userPersona = { id: "INSISTENT", description: "A caller.", behaviors: [behavior] };
  const { user } = aUser([said], {}, { userPersona });
  expect(await user.next([turn], signal)).toMatchObject({ type: "say" });
});

test("a plan that is only a few words may be said", async () => {
  const { user } = aUser(["Order a pizza"], {}, { conversationPlan: "order a pizza" });
  expect(await user.next([turn], signal)).toMatchObject({ type: "say" });
});

test("a stop signal of the config ends the conversation, the usual one does not any more", async () => {
  const { user, model } = aUser(["</finished>", "Bye. <<over>>"], { stopSignal: "<<OVER>>" });
  expect(await user.next([turn], signal)).toMatchObject({ type: "say" });
  expect(await user.next([turn, turn], signal)).toMatchObject({ because: "stop-signal" });
  expect(model.requests[0]?.system).toContain("<<OVER>>");
});

test("turns of before a crash count towards the limit, and the starting prompt is not said again", async () => {
  const { user, model } = aUser(["Four."], { maxAllowedInvocations: 3 });
  expect(await user.next([turn, turn], signal)).toMatchObject({ type: "say" });
  expect(await user.next([turn, turn, turn], signal)).toMatchObject({ because: "turn-limit" });
  expect(model.requests).toHaveLength(1);
});

test("the model is told plan, persona and history, and the model configuration goes along", async () => {
  const { user, model } = aUser(
    ["Four."],
    { modelConfiguration: { temperature: 0.4, topP: 0.9 } },
    { userPersona: "NOVICE" },
  );
  await user.next([turn], signal);
  const [request] = model.requests;
  expect(request).toMatchObject({ temperature: 0.4, settings: { topP: 0.9 } });
  expect(request?.system).toContain("You are new to the field.");
  expect(request?.system).toContain("end the conversation with </finished>");
  expect(request?.messages[0]?.text).toContain(plan);
  expect(request?.messages[0]?.text).toContain("user: I need a table.\n\nagent: For how many?");
});

test("custom instructions are the whole prompt, persona included", async () => {
  const customInstructions =
    "{{ conversation_plan }}|{{ conversation_history }}|{{ stop_signal }}|{% for b in persona.behaviors %}{{ b.name }};{% endfor %}";
  const { user, model } = aUser(["ok"], { customInstructions }, { userPersona: "EVALUATOR" });
  await user.next([turn], signal);
  const [request] = model.requests;
  expect(request?.system).toBeUndefined();
  expect(request?.messages[0]?.text.split("|")[3]?.split(";")).toHaveLength(6);
});

test("instructions that forget the persona of the scenario are refused before the first turn", () => {
  const customInstructions = "{{ conversation_plan }} {{ conversation_history }} {{ stop_signal }}";
  const userFor = createUserFor({
    configFor: () => ({ ...defaultUser, customInstructions }),
    modelFor: () => scriptedModel("x"),
  });
  const evalCase = {
    evalId: "case",
    conversationScenario: { ...aScenario, userPersona: "EXPERT" },
    creationTimestamp: 0,
    finalSessionState: {},
  };
  const ask: CallModel = () => Promise.reject(new Error("never asked"));
  expect(userFor(evalCase, ask)).toEqual({
    unsupported: "The custom_instructions do not mention persona, and the scenario has one.",
  });
});

test("a seeded user says other things in other trials, and the same in every run", async () => {
  const seeds: unknown[] = [];
  const config = { ...defaultUser, modelConfiguration: { seed: 40 } };
  const model = scriptedModel(["Go on."]);
  const userFor = createUserFor({ configFor: () => config, modelFor: () => model });
  for (const trial of [0, 1, 2]) {
    const user = userFor(
      anEvalCase({ conversation: undefined, conversationScenario: aScenario }),
      async ({ request }, signal) => {
        seeds.push(request.settings?.seed);
        return model.generate(request, signal);
      },
      "set",
      trial,
    );
    if ("unsupported" in user) throw new Error(user.unsupported);
    await user.next([], signal);
    await user.next([anInvocation()], signal);
  }
  expect(seeds).toEqual([40, 41, 42]);
});
