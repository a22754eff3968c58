import { describeJudge } from "../testing/judge-contract.ts";
import { scriptedModel } from "../testing/scripted-model.ts";
import { modelJudge } from "./model-judge.ts";

for (const parallelism of [1, 4]) {
  describeJudge(`modelJudge, ${parallelism} at once`, (samples, answerTo) => {
    const model = scriptedModel((request, count) => {
      const given = answerTo({ count });
      if ("error" in given) return given.error;
      if ("text" in given) return given.text;
      const [, nonce = ""] = /<<<MATERIAL (\w{32})/.exec(request.messages[0]?.text ?? "") ?? [];
      return JSON.stringify({ nonce, ...given.answer });
    });
    return modelJudge({ model, samples, parallelism });
  });
}
