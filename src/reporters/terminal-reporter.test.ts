import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { exampleRun, replay } from "../../tests/fixtures/reporters/replay.ts";

test("a run with every kind of outcome reads from top to bottom at 80 columns", async () => {
  expect(await replay("terminal", exampleRun())).toMatchInlineSnapshot(`
    "
      home-automation · 2 eval sets · 7 cases · trajectory ≥ 1, response ≥ 0.8

      smoke.evalset.json
        ✓ lights_off_bedroom                                              0.02 s
        ✗ two_rooms_one_request      trajectory 0.00, needs 1.00          0.03 s
        ✗ greets                     response 0.00, needs 0.80            0.02 s
        – goodnight_scene            no reference to compare with         0.02 s
        ✗ broken_tool                Turn 1: The tool get_device threw:…  1.50 s
      comfort.test.json
        ✓ warmer                                                          0.02 s
        ✓ colder                                                          0.02 s

      ✗ two_rooms_one_request, turn 1 of 1
        user   Turn off the bedroom and the kitchen lights

               expected                          actual
          ✓    get_device(room: "bedroom")       get_device(room: "bedroom")
          ~    set_light(room: "bedroom",        set_light(room: "bedroom",
                 on: false)                        on: "off")
          −    set_light(room: "kitchen",        never called
                 on: false)

        why    on is "off" where false was expected, and the kitchen was left out.

      ✗ greets, turn 1 of 1
        user   Hello
        expected  Hello, how can I help?
        actual    No.
        why    It shares no word with it.
               response 0.00, needs 0.80.

      ✗ broken_tool
        user   Is the heat on?
        called get_device(room: "bedroom")
        why    Turn 1: The tool get_device threw: no such room
        printed
        │ connecting
        │ reading rooms

      – goodnight_scene
        why    response_match_score needs final_response in turn 2.
               Add one, or leave the metric out for this case.

      3 passed, 3 failed, 1 not evaluated, of 7      50 % of 6 (19 to 81 %)
      trajectory 0.83 (good) · response 0.76 (good) · 2 tool calls · 1.61 s

      Look closer:  assay runs show 4c1e     Again, only these:  assay eval --failed
    "
  `);
});

test("on a terminal a set whose cases all passed folds to one line", async () => {
  const shown = await replay("terminal", exampleRun(), { interactive: true });
  expect(stripVTControlCharacters(shown)).toContain("comfort.test.json\n    ✓ 2 cases");
  const verbose = await replay("terminal", exampleRun(), { interactive: true, verbose: true });
  expect(stripVTControlCharacters(verbose)).toContain("✓ warmer");
});

test("colour repeats what is written and adds nothing", async () => {
  const coloured = await replay("terminal", exampleRun(), { colour: true });
  expect(stripVTControlCharacters(coloured)).toBe(await replay("terminal", exampleRun()));
  expect(coloured.split("\n").slice(10, 24).join("\n")).toMatchInlineSnapshot(`
    "    [32m✓[39m warmer                                                          0.02 s
        [32m✓[39m colder                                                          0.02 s

      [31m✗[39m [1mtwo_rooms_one_request[22m, turn 1 of 1
        [2muser[22m   Turn off the bedroom and the kitchen lights

               expected                          actual
          [32m✓[39m    [2mget_device([22m[2mroom: "bedroom")[22m       [2mget_device([22m[2mroom: "bedroom")[22m
          [31m~[39m    set_light([2mroom: "bedroom",[22m        set_light([2mroom: "bedroom",[22m
                 on: false)                        [31mon: "off")[39m
          [31m−[39m    set_light(room: "kitchen",        [31mnever[39m [31mcalled[39m
                 on: false)

        [2mwhy[22m    on is "off" where false was expected, and the kitchen was left out."
  `);
});
