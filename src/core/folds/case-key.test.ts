import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";
import { caseKeyOf } from "./case-key.ts";
import { keyOf } from "./open-cases.ts";

const id = fc.string({ unit: fc.constantFrom("a", "1", " ", "\n", "\0"), maxLength: 4 });
const key = fc.record({ evalSetId: id, evalId: id, trial: fc.nat(11) });

test("two cases never have one key, whatever their ids contain", () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      const isSame = one.evalSetId === other.evalSetId && one.evalId === other.evalId;
      expect(caseKeyOf(one) === caseKeyOf(other)).toBe(isSame);
      expect(keyOf(one) === keyOf(other)).toBe(isSame && one.trial === other.trial);
    }),
    { numRuns: 2000 },
  );
});

test("a case whose ids read like another's together has its own verdict", async () => {
  const set = (evalSetId: string, evalId: string, answer: string) => ({
    eval_set_id: evalSetId,
    eval_cases: [
      { eval_id: evalId, conversation: [{ user_content: "hi", final_response: answer }] },
    ],
  });
  const sets = [set("a", "b\nc", "hi"), set("a\nb", "c", "something else")];
  const run = await evaluate((text: string) => text, sets, {
    criteria: { response_match_score: 0.8 },
    store: "memory",
    trials: 2,
  });
  expect(run.status).toBe("failed");
  expect(run.cases.map(({ status }) => status)).toEqual(["passed", "failed"]);
});
