export const rows = [
  { query: "Turn off the light", reference: "Done.", expected_tool_use: [] },
  { query: "Thanks" },
];
