import type { Calls, Script } from "./scripted-model.ts";

/** What the model would decide. The first rule that knows the words answers. */
export const script: Script = function* (text) {
  for (const [pattern, answer] of rules) {
    const found = pattern.exec(text.toLowerCase());
    if (found) return yield* answer(...found.slice(1));
  }
  return "I can switch lights and set temperatures.";
};

type Result = Record<string, unknown>;
type Rule = (...words: string[]) => Generator<Calls, string, Result[]>;

const rules: [RegExp, Rule][] = [
  [
    // wrong on purpose, see instructive-failure.json: the word is passed on as it is, and the second room is forgotten
    /turn (on|off) the (\w+) and the (\w+) lights?/,
    function* (how, room, other) {
      yield [["get_device", { room }]];
      yield [["set_light", { room, on: how }]];
      return `The ${room} and ${other} lights are ${how} now.`;
    },
  ],
  [
    /turn (on|off) all the lights/,
    function* (how) {
      const rooms = ["bedroom", "kitchen", "study"];
      yield rooms.map((room) => ["set_light", { room, on: how === "on" }]);
      return `All lights are ${how} now.`;
    },
  ],
  [
    /turn (on|off) the (\w+) light/,
    function* (how, room) {
      const [device] = yield [["get_device", { room }]];
      if (device?.error) return `I know no ${room}.`;
      yield [["set_light", { room, on: how === "on" }]];
      return `The ${room} light is ${how} now.`;
    },
  ],
  [
    /how warm is the (\w+)/,
    function* (room) {
      const [device] = yield [["get_device", { room }]];
      return `The ${room} is at ${device?.celsius} degrees.`;
    },
  ],
  [
    /make the (\w+) (\d+) degrees (warmer|colder)/,
    function* (room, by, how) {
      const [device] = yield [["get_device", { room }]];
      const celsius = Number(device?.celsius) + (how === "warmer" ? 1 : -1) * Number(by);
      yield [["set_temperature", { room, celsius }]];
      return `The ${room} goes from ${device?.celsius} to ${celsius} degrees.`;
    },
  ],
];
