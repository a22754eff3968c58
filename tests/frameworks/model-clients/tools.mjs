/** Degrees are the length of a city's name, so that every case has its own. */
export function runTool(tool, args) {
  if (tool === "save_note") return "saved";
  if (args.city === "Atlantis") throw new Error("no such city");
  return { city: args.city, celsius: args.city.length };
}

const text = { type: "string" };

/** Every vendor takes the same schemas, each under other keys. */
export const tools = [
  {
    name: "get_weather",
    description: "The weather of a city.",
    schema: { type: "object", properties: { city: text }, required: ["city"] },
  },
  {
    name: "save_note",
    description: "Keeps a text.",
    schema: { type: "object", properties: { text }, required: ["text"] },
  },
];
