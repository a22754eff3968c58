import { type Context, FunctionTool } from "@google/adk";
import { z } from "zod";

interface Room {
  light: boolean;
  celsius: number;
}

/** The house, when the case's `session_input.state` does not bring one. */
const home: Record<string, Room> = {
  bedroom: { light: true, celsius: 19 },
  kitchen: { light: true, celsius: 18 },
  study: { light: false, celsius: 22 },
};

const room = z.string().describe("bedroom, kitchen or study");

export const getDevice = new FunctionTool({
  name: "get_device",
  description: "How a room is: its light and its temperature.",
  parameters: z.object({ room }),
  execute: ({ room }, context) => roomOf(context, room),
});

export const setLight = new FunctionTool({
  name: "set_light",
  description: "Switches the light of a room.",
  parameters: z.object({ room, on: z.boolean() }),
  execute: ({ room, on }, context) => change(context, room, { light: on }),
});

export const setTemperature = new FunctionTool({
  name: "set_temperature",
  description: "Sets the temperature of a room.",
  parameters: z.object({ room, celsius: z.number() }),
  execute: ({ room, celsius }, context) => change(context, room, { celsius }),
});

function roomOf(context: Context | undefined, room: string): Room {
  const found = context?.state.get<Record<string, Room>>("home", home)?.[room];
  if (found === undefined) throw new Error(`There is no ${room}.`);
  return found;
}

/** The house lives in the session state, so every conversation has its own. */
function change(context: Context | undefined, room: string, to: Partial<Room>) {
  const changed = { ...roomOf(context, room), ...to };
  const rooms = context?.state.get<Record<string, Room>>("home", home);
  context?.state.set("home", { ...rooms, [room]: changed });
  return { changed: true };
}
