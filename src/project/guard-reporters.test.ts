import { expect, test } from "vitest";
import { UserFacingError } from "../core/errors.ts";
import type { Reporter } from "../core/reporter.ts";
import { evaluate } from "./evaluate.ts";

const evalSet = {
  eval_set_id: "s",
  eval_cases: ["a", "b"].map((eval_id) => ({
    eval_id,
    conversation: [{ user_content: "hi", final_response: "hi" }],
  })),
};

function runWith(...reporters: readonly Reporter[]) {
  const criteria = { response_match_score: 1 };
  return evaluate({ agent: (text: string) => text, evalSet, criteria, reporters, store: "memory" });
}

const broken = () => {
  throw new Error("no socket");
};
const rejecting = (async () => broken()) as () => void;

test.each<[string, Reporter]>([
  ["onStart", { onStart: broken }],
  ["onEvent", { onEvent: broken }],
  ["onCase", { onCase: broken }],
  ["onEnd", { onEnd: broken }],
  ["onStart", { onStart: rejecting }],
  ["onEvent", { onEvent: rejecting }],
  ["onCase", { onCase: rejecting }],
  ["onEnd", { onEnd: rejecting }],
])(
  "a reporter that fails in %s is a note, and the run and the other reporters go on",
  async (hook, reporter) => {
    const heard: string[] = [];
    const other: Reporter = {
      onCase: ({ evalId }) => void heard.push(evalId),
      onEnd: () => void heard.push("end"),
    };
    const run = await runWith(reporter, other);
    expect(run.passed).toBe(true);
    expect(heard.sort()).toEqual(["a", "b", "end"]);
    expect(run.notes).toEqual([
      `A reporter failed in ${hook}, so its report may not be whole: no socket. The run went on without it.`,
    ]);
  },
);

test("a report that cannot be written is told at last, when all others have had their say", async () => {
  const heard: string[] = [];
  const full = () => {
    throw new UserFacingError("file/unwritable", "Cannot write the report x: the disk is full.");
  };
  const other: Reporter = { onEnd: () => void heard.push("end") };
  await expect(runWith({ onEnd: full }, other)).rejects.toMatchObject({ code: "file/unwritable" });
  expect(heard).toEqual(["end"]);
  heard.length = 0;
  await expect(runWith({ onStart: full }, other)).rejects.toMatchObject({
    code: "file/unwritable",
  });
  expect(heard).toEqual([]);
});
