import { expect, test } from "vitest";
import { lastSaid } from "./last-said.ts";

const missing = `node:internal/modules/cjs/loader:1478
  throw err;
  ^

Error: Cannot find module '/home/me/agent.js'
    at Module._load (node:internal/modules/cjs/loader:1341:5) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.21.0
`;

test.each([
  [
    "of Python, the last line",
    "Traceback\n  File x\nValueError: no such key\n",
    "ValueError: no such key",
  ],
  ["of Node, the line after the place", missing, "Error: Cannot find module '/home/me/agent.js'"],
  ["of what Node ended with and did not point at", "Node.js v24.21.0\n", "Node.js v24.21.0"],
  [
    "of several errors of Node, the last",
    `${missing}\nx.js:1\nfoo(\n    ^\n\nSyntaxError: bad\n\nNode.js v24.1.0`,
    "SyntaxError: bad",
  ],
  ["of nothing, nothing", " \n\n", undefined],
])("%s", (_, printed, said) => {
  expect(lastSaid(printed)).toBe(said);
});
