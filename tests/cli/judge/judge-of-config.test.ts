import { expect, test } from "vitest";
import { assay, project } from "../assay.ts";

test.each(["calibrate", "redteam"])(
  "judge %s asks the judge that the config holds",
  async (job) => {
    const cwd = project({
      "labels.jsonl": JSON.stringify({
        user: "2 + 2?",
        answer: "4",
        reference: "4",
        label: "pass",
      }),
      "judged.config.mjs": `export default {
      criteria: { final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } } },
      judgeModel: function houseJudge() { return "nothing that could be read"; },
    };`,
    });
    const labels = job === "calibrate" ? ["labels.jsonl"] : [];
    const config = ["--config_file_path", "judged.config.mjs"];
    const { code, stdout } = await assay(["judge", job, ...labels, ...config, "--json"], { cwd });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).judges).toEqual(["houseJudge"]);
  },
);
