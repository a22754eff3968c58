import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { Reporter } from "../../core/reporter.ts";

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

test("a report that cannot be written is an error at last, when all others have had their say", async () => {
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

const trap = () => {
  throw new Error("trap");
};

test.each<[string, Reporter]>([
  ["is a trap", new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap })],
  [
    "cannot be looked at",
    {
      get onCase() {
        return trap();
      },
    },
  ],
  [
    "throws a trap",
    {
      onCase() {
        throw new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap });
      },
    },
  ],
  // biome-ignore lint/suspicious/noThenProperty: the point of it
  ["answers with a broken promise", { onCase: (() => ({ then: trap })) as () => void }],
  [
    "fails a while later",
    { onCase: (() => new Promise((_, no) => setTimeout(no, 20))) as () => void },
  ],
  [
    "changes what everybody uses",
    {
      onCase() {
        Array.prototype.includes = () => true;
      },
    },
  ],
])("a reporter that %s is a note", async (_, reporter) => {
  const run = await runWith(reporter);
  expect(run.totals).toMatchObject({ passed: 2 });
  expect(run.notes.filter((note) => note.startsWith("A reporter failed in on"))).toHaveLength(1);
  expect([1].includes(2)).toBe(false);
});

test("a reporter that never ends is a note, and the run ends without it", async () => {
  const endless = (() => new Promise(() => {})) as () => void;
  const run = await runWith({ onCase: endless, onEvent: endless });
  expect(run.totals).toMatchObject({ passed: 2 });
  expect(run.notes).toEqual([
    expect.stringMatching(
      /^A reporter failed in onEvent, .* had not ended 5 s after the last case/,
    ),
  ]);
}, 30_000);

test.each([
  [null, "reporters[0] is null"],
  ["json", 'reporters[0] is "json"'],
  [{ onCase: 5 }, "onCase of a reporter is 5"],
])("what can be no reporter is refused: %j", async (reporter, sentence) => {
  await expect(runWith(reporter as Reporter)).rejects.toMatchObject({
    code: "cli/usage",
    message: expect.stringContaining(sentence),
  });
});
