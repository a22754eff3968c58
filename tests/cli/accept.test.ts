import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, project } from "./assay.ts";

const agent = `
export async function rootAgent(text, { turn }) {
  if (text === "throw") throw new Error("the model is down");
  if (text === "leak") return "the key is [secret]";
  if (text.startsWith("coin")) return "side " + Math.random();
  turn.call("1", "get_device", { room: "hall" });
  turn.result("1", "get_device", { output: { on: true } });
  turn.call("2", "set_light", { room: "hall", on: false, note: "asked for" });
  turn.result("2", "set_light", { output: { ok: true } });
  return "The hall is dark now: " + text;
}
`;

/** Comments, odd spacing, shorthand and trailing commas: all of it must stay. */
const written = `{
    // what every release must do
    "eval_set_id": "lights",
    "eval_cases": [
        {
            "eval_id": "hall", // the first room
            "conversation": [
                {
                    "user_content": "off",
                    "final_response": "Dark.", // by hand
                    "intermediate_data": {
                        "tool_uses": [
                            "get_device", // any arguments
                            { "name": "set_light",  "args": { "room": "hall", "on": true } },
                            { "name": "say", "args": {} },
                        ],
                    },
                },
            ],
        },
        { "eval_id": "good", "conversation": [{ "user_content": "x", "final_response": { "role": "model", "parts": [{ "text": "Dim." }] }, "intermediate_data": {} }],
          "assay": { "tags": ["hand"] } },
        { "eval_id": "dead", "conversation": [{ "user_content": "throw", "final_response": "Hi." }] },
        { "eval_id": "leaky", "conversation": [{ "user_content": "leak", "final_response": "No." }] },
    ],
}
`;
const config = { criteria: { response_match_score: 0.9, tool_trajectory_avg_score: 1 } };

async function run(extra: readonly string[] = [], set = written) {
  const cwd = project({
    "a/agent.mjs": agent,
    "a/lights.evalset.json": set,
    "a/test_config.json": config,
  });
  const outcome = await assay(["eval", "a", ...extra], { cwd });
  expect(outcome.code).toBe(1);
  const file = join(cwd, "a/lights.evalset.json");
  return { cwd, file, text: () => readFileSync(file, "utf8") };
}

test("what was done becomes what is expected, and nothing else of the file changes", async () => {
  const { cwd, text } = await run();
  const shown = await assay(["accept", "latest"], { cwd });
  expect(shown.code).toBe(2);
  expect(shown.stderr).toContain("Left out: dead did not run to its end");
  expect(shown.stderr).toContain("Left out: leaky said a secret");
  expect(shown.stderr).toContain("add --yes");
  expect(shown.stdout).toMatchInlineSnapshot(`
    "
      a/lights.evalset.json

        hall
          answer
            − Dark.
            + The hall is dark now: off
          calls
            − set_light(room: "hall", on: true)
            − say()
            + set_light(room: "hall", on: false, note: "asked for")

        good
          answer
            − Dim.
            + The hall is dark now: x
          calls
            − (no call)
            + get_device(room: "hall")
            + set_light(room: "hall", on: false, note: "asked for")
    "
  `);
  expect(text()).toBe(written);

  const accepted = await assay(["accept", "latest", "--yes"], { cwd });
  expect(accepted.code).toBe(0);
  expect(accepted.stdout).toContain("Wrote a/lights.evalset.json: new references for 2 cases.");
  expect(text()).toBe(
    written
      .replace('"Dark."', '"The hall is dark now: off"')
      .replace('"on": true', '"on": false, "note": "asked for"')
      .replace(/\n *\{ "name": "say", "args": \{\} \},/, "")
      .replace('"Dim."', '"The hall is dark now: x"')
      .replace(
        '"intermediate_data": {}',
        '"intermediate_data": { "tool_uses": [{ "name": "get_device", "args": { "room": "hall" } }, { "name": "set_light", "args": { "room": "hall", "on": false, "note": "asked for" } }] }',
      ),
  );
  const again = await assay(["eval", "a", "--case", "hall", "--case", "good"], { cwd });
  expect(again.code).toBe(0);
});

test("a case that was named and cannot be accepted is refused, and nothing is written", async () => {
  const { cwd, text } = await run();
  for (const [name, why] of [
    ["dead", "did not run to its end"],
    ["leaky", "said a secret"],
    ["hal", "Did you mean hall?"],
  ]) {
    const { code, stderr } = await assay(["accept", "latest", "hall", name ?? "", "--yes"], {
      cwd,
    });
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  }
  expect(text()).toBe(written);
});

test("a case that has changed since is refused; one whose neighbour has is not", async () => {
  const { cwd, file, text } = await run();
  writeFileSync(file, written.replace('"user_content": "off"', '"user_content": "on"'));
  const before = text();
  const { code, stderr } = await assay(["accept", "latest", "hall", "--yes"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("has other turns now");
  expect(text()).toBe(before);
  expect((await assay(["accept", "latest", "good", "--yes"], { cwd })).code).toBe(0);
  expect(text()).toContain("The hall is dark now: x");
});

test("a case that has other references by now is told so: what it asks has not changed", async () => {
  const { cwd } = await run();
  expect((await assay(["accept", "latest", "good", "--yes"], { cwd })).code).toBe(0);
  const again = await assay(["accept", "latest", "good", "--yes"], { cwd });
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('The case "good" of');
  expect(again.stderr).toContain("has other references now.");
});

test("trials that did not do the same need a choice", async () => {
  const set = {
    eval_set_id: "lights",
    eval_cases: [
      { eval_id: "coin", conversation: [{ user_content: "coin", final_response: "heads" }] },
    ],
  };
  const { cwd, text } = await run(["--num_runs", "2"], JSON.stringify(set));
  const unsure = await assay(["accept", "latest", "coin", "--yes"], { cwd });
  expect(unsure.code).toBe(2);
  expect(unsure.stderr).toContain("--trial");
  const beyond = await assay(["accept", "latest", "coin", "--trial", "7", "--yes"], { cwd });
  expect(beyond.code).toBe(2);
  expect(beyond.stderr).toContain("coin has no trial 7; the run has");
  expect((await assay(["accept", "latest", "coin", "--trial", "2", "--yes"], { cwd })).code).toBe(
    0,
  );
  expect(text()).toContain('"side 0.');
});

test("a conversation of a run becomes a case", async () => {
  const { cwd } = await run();
  const args = ["eval-set", "add-case", "a/more.evalset.json", "--from-run"];
  const made = await assay([...args, "latest:hall"], { cwd });
  expect(made.code).toBe(0);
  expect(made.stdout).toBe(
    "Wrote a/more.evalset.json.\nEval case 'hall' added to a/more.evalset.json: 1 turn.\n",
  );
  expect(made.stderr).toContain("--no_references");
  const more = () => JSON.parse(readFileSync(join(cwd, "a/more.evalset.json"), "utf8"));
  expect(more().eval_cases[0].conversation).toEqual([
    {
      user_content: { parts: [{ text: "off" }], role: "user" },
      final_response: { parts: [{ text: "The hall is dark now: off" }], role: "model" },
      intermediate_data: {
        tool_uses: [
          { name: "get_device", args: { room: "hall" } },
          { name: "set_light", args: { room: "hall", on: false, note: "asked for" } },
        ],
      },
    },
  ]);
  // an empty state would be a reference, too, and one that every run meets
  expect(more().eval_cases[0]).not.toHaveProperty("final_session_state");
  expect((await assay(["eval", "a", "a/more.evalset.json"], { cwd })).code).toBe(0);

  const failure = await assay([...args, "latest:hall", "--no-references", "--id", "again"], {
    cwd,
  });
  expect(failure).toMatchObject({ code: 0, stderr: "" });
  expect(more().eval_cases[1]).toMatchObject({ eval_id: "again" });
  expect(more().eval_cases[1].conversation[0]).not.toHaveProperty("final_response");
  expect((await assay([...args, "latest:hall", "--id", "again"], { cwd })).code).toBe(2);
  expect((await assay([...args, "latest"], { cwd })).stderr).toContain("RUN:CASE was expected");
});

test("what an agent died of becomes a case without an answer", async () => {
  const { cwd } = await run();
  const args = ["eval-set", "add-case", "a", "lights", "--from_run", "latest:dead", "--id", "died"];
  expect((await assay(args, { cwd })).code).toBe(0);
  const { stdout } = await assay(["eval-set", "show", "a/lights.evalset.json", "--case", "died"], {
    cwd,
  });
  expect(stdout).toContain("throw");
});

test("what tools answered and the state at the end are taken where the case looks at them", async () => {
  const set = `{
  "eval_set_id": "carts", "eval_cases": [
    // as the shop counted last year
    { "eval_id": "add", "conversation": [{ "user_content": "add", "final_response": "Added.",
        "intermediate_data": { "tool_uses": [{ "name": "price", "args": {} }],
          "tool_responses": [{ "name": "price", "response": { "euros": 4 } }] /* net */ } }],
      "final_session_state": { "cart": 4 /* one apple */ } },
    { "eval_id": "bare", "conversation": [{ "user_content": "add", "final_response": "Yes." }] },
  ],
}
`;
  const shop = `export async function rootAgent(text, { turn, state }) {
    turn.call("1", "price", {});
    turn.result("1", "price", { output: { euros: 5 } });
    state.cart = 5;
    state.seen = "today";
    return "Added.";
  }`;
  const criteria = { response_match_score: 1, tool_response_match: 1, final_session_state: 1 };
  const cwd = project({
    "a/agent.mjs": shop,
    "a/carts.evalset.json": set,
    "a/test_config.json": { criteria },
  });
  expect((await assay(["eval", "a"], { cwd })).code).toBe(1);
  const shown = await assay(["accept", "latest", "--yes"], { cwd });
  expect(shown.stdout).toMatchInlineSnapshot(`
    "
      a/carts.evalset.json

        add
          tool responses
            − price: {"euros":4}
            + price: {"euros":5}

        add
          final session state
            − cart: 4
            + cart: 5

        bare
          answer
            − Yes.
            + Added.
    Wrote a/carts.evalset.json: new references for 2 cases.
    "
  `);
  expect(readFileSync(join(cwd, "a/carts.evalset.json"), "utf8")).toBe(
    set
      .replace('"euros": 4', '"euros": 5')
      .replace('"cart": 4', '"cart": 5')
      .replace('"final_response": "Yes."', '"final_response": "Added."'),
  );
  const again = await assay(["eval", "a", "--case", "add"], { cwd });
  expect(again.code).toBe(0);
});
