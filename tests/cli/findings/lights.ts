import { evalSet } from "../assay.ts";

/** Calls set_light rightly, with a wrong argument or not at all, by the number in what it hears; WRONG says from which on. */
export const lightsAgent = `
import { setTimeout } from "node:timers/promises";
export async function rootAgent(text, { turn }) {
  const room = Number(text.match(/\\d+/)[0]);
  if (process.env.SLOW) await setTimeout(40);
  if (room === 0) throw new Error("the model answered 503");
  if (room !== 1) turn.call("1", "set_light", { room, on: room >= Number(process.env.WRONG ?? 99) ? "off" : false });
  return "Done.";
}
`;

/** Room 0 throws, room 1 is left dark, and two cases ask for room 2 and expect different things. */
export function lightsSet(rooms = 8, id = "lights") {
  const off = (room: number) => [{ name: "set_light", args: { room, on: false } }];
  const cases = Array.from({ length: rooms }, (_, room) => [
    `room_${room}`,
    { user: `Room ${room}`, answer: "Done.", calls: off(room) },
  ]);
  const again = { user: "Room 2", answer: "Done.", calls: [] };
  return evalSet(Object.fromEntries([...cases, ["room_2_again", again]]), id);
}
