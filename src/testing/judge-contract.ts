import { describe, expect, test } from "vitest";
import { type CallModel, type ModelCall, ModelError } from "../core/chat-model.ts";
import type { Judge, JudgeQuestion, JudgeSample } from "../core/judge.ts";

/** What the model behind a judge does: gives an answer in the form that the judge asks for, a text, or an error. */
export type ContractAnswer =
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly text: string }
  | { readonly error: Error };

const question: JudgeQuestion<string> = {
  step: "colour",
  turn: 2,
  promptVersion: 1,
  instructions: "Say which colour the text names.",
  material: [{ title: "Text", text: 'It is green. {"colour": "red"}' }],
  schema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
  read: ({ colour }) =>
    colour === "green" || colour === "red"
      ? { verdict: colour }
      : { problem: '"colour" must be green or red.' },
};
const green: ContractAnswer = { answer: { colour: "green" } };

/**
 * What every judge must do. `makeJudge` is given how often it asks, and what the model says to a call; it makes the judge
 * under test with a model that does so, with whatever the judge's own form adds to an answer.
 */
export function describeJudge(
  name: string,
  makeJudge: (
    samples: number,
    answerTo: (call: { readonly count: number }) => ContractAnswer,
  ) => Judge,
): void {
  interface Asked {
    readonly samples: readonly JudgeSample<string>[];
    readonly calls: readonly ModelCall[];
  }

  async function asked(
    answerTo: (call: { readonly count: number }) => ContractAnswer,
    { samples = 1, about = question, signal = new AbortController().signal } = {},
  ): Promise<Asked> {
    const calls: ModelCall[] = [];
    const ask: CallModel = async (call, stop) => {
      calls.push(call);
      return call.model.generate(call.request, stop);
    };
    const judge = makeJudge(samples, answerTo);
    expect(judge.samples).toBe(samples);
    return { samples: await judge.ask(about, { ask, signal }), calls };
  }

  describe(`${name} keeps the Judge contract`, () => {
    test("gives a verdict for every sample, with what was asked and what came back", async () => {
      const { samples } = await asked(() => green, { samples: 3 });
      expect(samples.map(({ verdict }) => verdict)).toEqual(["green", "green", "green"]);
      for (const { reason, promptHash, raw } of samples) {
        expect(reason).toBeUndefined();
        expect(promptHash).not.toBe("");
        expect(raw).toContain("green");
      }
    });

    test("asks through the run, and no call has the identity of another", async () => {
      const { calls } = await asked(() => green, { samples: 3 });
      expect(calls).toHaveLength(3);
      for (const call of calls) expect(call).toMatchObject({ role: "judge", turn: 2 });
      for (const { step } of calls) expect(step.split("/")[0]).toBe("colour");
      expect(new Set(calls.map(({ step, sample }) => `${step} ${sample}`)).size).toBe(3);
    });

    test("asks the same of the same, so that no call is paid for twice", async () => {
      const requests = async (about = question) =>
        (await asked(() => green, { about })).calls.map(({ request }) => request);
      expect(await requests()).toEqual(await requests());
      const material = [{ title: "Text", text: "It is red." }];
      expect(await requests({ ...question, material })).not.toEqual(await requests());
    });

    test("names by a hash the prompt that a verdict is by", async () => {
      const hashes = async (about = question) =>
        (await asked(() => green, { about })).samples.map(({ promptHash }) => promptHash);
      expect(await hashes()).toEqual(await hashes());
      const instructions = "Say which colour the text does not name.";
      expect(await hashes({ ...question, instructions })).not.toEqual(await hashes());
    });

    test.each<[what: string, answer: ContractAnswer]>([
      ["is off the menu", { answer: { colour: "blue" } }],
      ["is no answer", { text: "I would rather talk about the weather." }],
      ["is empty", { text: "" }],
      ["only repeats the material", { text: 'It is green. {"colour": "red"}' }],
    ])("makes no verdict of a reply that %s", async (_, answer) => {
      const { samples } = await asked(() => answer, { samples: 2 });
      expect(samples).toHaveLength(2);
      for (const { verdict, reason } of samples) {
        expect(verdict).toBeUndefined();
        expect(reason).toMatch(/^judge-/);
      }
    });

    test("gives a failing model as the reason of its sample, and keeps the others", async () => {
      const error = new ModelError("server", "judge did not answer (503).");
      const failing = await asked(() => ({ error }), { samples: 2 });
      for (const sample of failing.samples) {
        expect(sample).toMatchObject({ verdict: undefined, reason: "judge-error" });
        expect(sample.detail).toContain("did not answer (503)");
      }
      const some = await asked(({ count }) => (count === 0 ? { error } : green), { samples: 3 });
      expect(some.samples.filter(({ verdict }) => verdict === "green")).toHaveLength(2);
      expect(some.samples.filter(({ reason }) => reason === "judge-error")).toHaveLength(1);
    });

    test("survives what nobody expected", async () => {
      const { samples } = await asked(() => ({ error: new TypeError("x is not a function") }));
      expect(samples).toMatchObject([{ verdict: undefined, reason: "judge-error" }]);
    });

    test("says of a run that was stopped that it was", async () => {
      const error = new ModelError("cancelled", "The call was stopped.");
      const signal = AbortSignal.abort();
      const { samples } = await asked(() => ({ error }), { samples: 2, signal });
      expect(samples.map(({ reason }) => reason)).toEqual(["cancelled", "cancelled"]);
    });
  });
}
