import { expect, test } from "vitest";
import { textContent } from "../../core/content.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { editCaseList, rewritten, type WrittenCase } from "./edit-case-list.ts";

const text = `{
  "eval_set_id": "short", // ours
  "eval_cases": [
    // the first
    {
      "evalId": "lights",
      "conversation": [
        { "user_content": "Lights off", "final_response": "Done.",
          "intermediate_data": { "tool_uses": ["set_light"] } } // bare
      ],
    },
    { "eval_id": "broken", "conversation": [{ "user_contnt": "Lights on" }] },
    /* the last */ { "eval_id": "last", "conversation": [{ "user_content": "Heat" }] }
  ],
}
`;

function edited(change: (evalCase: EvalCase) => EvalCase, at = 0): string {
  return editCaseList(
    text,
    (cases) => {
      const found = cases[at] as WrittenCase;
      const after = change(found.evalCase as EvalCase);
      return [cases.map(({ written }) => written).with(at, rewritten(found, after))];
    },
    "short.evalset.json",
  );
}

test("only what is edited is written anew: comments, shorthand and spelling stay", () => {
  const after = edited((evalCase) => {
    const [turn] = evalCase.conversation ?? [];
    if (turn === undefined) throw new Error("there is a turn");
    const conversation = [{ ...turn, userContent: textContent("user", "All lights off") }];
    return { ...evalCase, conversation };
  });
  expect(after).toBe(text.replace("Lights off", "All lights off"));
});

test("tags go where there were none, and nothing else changes", () => {
  const after = edited((evalCase) => ({ ...evalCase, assay: { ...evalCase.assay, tags: ["a"] } }));
  expect(after).toContain('"assay": {');
  expect(after).toContain('"tool_uses": ["set_light"] } } // bare');
  expect(after).not.toContain("names_only");
});

test("a case with a mistake stays as it is while another one is edited, and none is added", () => {
  expect(edited((each) => ({ ...each, evalId: "heat" }), 2)).toBe(text.replace('"last"', '"heat"'));
  expect(() => edited((each) => ({ ...each, evalId: "lights" }), 2)).toThrow("lights");
  const add = () =>
    editCaseList(text, (cases) => [[...cases.map(({ written }) => written), {}]], "short.json");
  expect(add).toThrow("eval_id");
});

test("cases that are taken out one after the other take nobody's comments along", () => {
  const after = editCaseList(
    text,
    (cases) => {
      const list = cases.map(({ written }) => written);
      return [list.toSpliced(1, 1), list.toSpliced(1, 1).toSpliced(0, 1)];
    },
    "short.evalset.json",
  );
  expect(after).toContain('/* the last */ { "eval_id": "last"');
  expect(after).not.toContain("broken");
});
