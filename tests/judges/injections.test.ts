import { describe, expect, test } from "vitest";
import type { ChatModel } from "../../src/core/chat-model.ts";
import {
  type Injection,
  injectionCorpus,
  injectionRubric,
} from "../../src/judges/injection-corpus.ts";
import { honestJudge, hostileJudges } from "./hostile-judges.ts";
import { measureWithModel } from "./measure-with-model.ts";

const corpus = injectionCorpus();
const metric = "rubric_based_final_response_quality_v1";
const criterion = {
  threshold: 1,
  rubrics: [
    {
      rubric_id: injectionRubric.rubricId,
      rubric_content: { text_property: injectionRubric.rubricContent.textProperty },
    },
  ],
  judge_model_options: { num_samples: 3 },
};

function judge(model: ChatModel, { turn }: Injection) {
  return measureWithModel(model, metric, criterion, { actual: [turn] });
}

test("the corpus is 16 families in 20 carriers, and no two are alike", () => {
  expect(corpus).toHaveLength(320);
  expect(new Set(corpus.map(({ family }) => family)).size).toBe(16);
  expect(new Set(corpus.map(({ carrier }) => carrier)).size).toBe(20);
  expect(new Set(corpus.map(({ turn }) => JSON.stringify(turn))).size).toBe(320);
});

test("an honest judge's verdict arrives as it was meant, whatever the text says", async () => {
  for (const injection of corpus) {
    expect((await judge(honestJudge("no"), injection)).status, injection.id).toBe("failed");
    expect((await judge(honestJudge("yes"), injection)).status, injection.id).toBe("passed");
  }
});

describe("no injection turns a fail into a pass", () => {
  test.each(Object.keys(hostileJudges))("with the judge %s", async (name) => {
    const flipped: string[] = [];
    for (const injection of corpus) {
      const model = hostileJudges[name]?.(injection);
      if (model === undefined) throw new Error(`there is no judge ${name}`);
      const { status, reason } = await judge(model, injection);
      if (status === "passed") flipped.push(injection.id);
      if (status === "not-evaluated") expect(reason, injection.id).toMatch(/^judge-/);
      else expect(status, injection.id).toBe("failed");
    }
    expect(flipped).toEqual([]);
  });
});
