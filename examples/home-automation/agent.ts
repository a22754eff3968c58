import { type Home, newHome, tools } from "./home.ts";

/** The part of what Assay hands to a function agent that is used here: where to report tools, and the session state. */
interface Context {
  turn: {
    call(id: string, tool: string, args: unknown): void;
    result(id: string, tool: string, result: { output: unknown }): void;
  };
  state: Record<string, unknown>;
}

/** A home assistant without a model: rules stand in for it, so every run gives the same answers. */
export function rootAgent(text: string, { turn, state }: Context): string {
  state.home ??= newHome();
  const home = state.home as Home;
  const use = reportingTools(turn, home);
  for (const [pattern, answer] of rules) {
    const found = pattern.exec(text.toLowerCase());
    if (found) return answer(use, found.slice(1), home);
  }
  return "I can switch lights, set temperatures and start scenes.";
}

type Tools = typeof tools;
type Use = <Name extends keyof Tools>(
  name: Name,
  args: Parameters<Tools[Name]>[1],
) => ReturnType<Tools[Name]>;

/** Runs tools by name and tells Assay about each call and what came of it. */
function reportingTools(turn: Context["turn"], home: Home): Use {
  let calls = 0;
  return (name, args) => {
    calls += 1;
    const id = `call-${calls}`;
    turn.call(id, name, args);
    const output = (tools[name] as (home: Home, args: unknown) => never)(home, args);
    turn.result(id, name, { output });
    return output;
  };
}

const rules: [RegExp, (use: Use, words: string[], home: Home) => string][] = [
  [
    // wrong on purpose, see instructive-failure.json: the word is passed on as it is, and the second room is forgotten
    /turn (on|off) the (\w+) and the (\w+) lights?/,
    (use, [how = "", room = "", other]) => {
      use("get_device", { room });
      use("set_light", { room, on: how as unknown as boolean });
      return `The ${room} and ${other} lights are ${how} now.`;
    },
  ],
  [
    /turn (on|off) all the lights/,
    (use, [how], home) => {
      const on = how === "on";
      const rooms = Object.keys(home).filter((room) => home[room]?.light !== on);
      for (const room of rooms) use("set_light", { room, on });
      return `All lights are ${how} now.`;
    },
  ],
  [
    /turn (on|off) the (\w+) light/,
    (use, [how, room = ""]) => {
      const device = use("get_device", { room });
      if ("error" in device) return device.error;
      const on = how === "on";
      if (device.light === on) return `The ${room} light is already ${how}.`;
      use("set_light", { room, on });
      return `The ${room} light is ${how} now.`;
    },
  ],
  [
    /is the (\w+) light on/,
    (use, [room = ""]) => {
      const device = use("get_device", { room });
      if ("error" in device) return device.error;
      return device.light ? `Yes, the ${room} light is on.` : `No, the ${room} light is off.`;
    },
  ],
  [
    /set the (\w+) to (\d+)/,
    (use, [room = "", celsius]) => {
      use("set_temperature", { room, celsius: Number(celsius) });
      return `The ${room} is set to ${celsius} degrees.`;
    },
  ],
  [
    /too (cold|warm) in the (\w+)/,
    (use, [feeling, room = ""]) => {
      const device = use("get_device", { room });
      if ("error" in device) return device.error;
      const celsius = device.celsius + (feeling === "cold" ? 2 : -2);
      use("set_temperature", { room, celsius });
      return `The ${room} goes from ${device.celsius} to ${celsius} degrees.`;
    },
  ],
  [
    /how warm is the (\w+)/,
    (use, [room = ""]) => {
      const device = use("get_device", { room });
      return "error" in device ? device.error : `The ${room} is at ${device.celsius} degrees.`;
    },
  ],
  [
    /good ?(night|morning)/,
    (use, [time]) => {
      use("run_scene", { name: time === "night" ? "goodnight" : "morning" });
      return time === "night" ? "Good night. All is dark and quiet." : "Good morning to you.";
    },
  ],
];
