import { expect, test } from "vitest";
import { hostileHooks, hostileReaders } from "./hostile/hostile-hooks.ts";
import { hostileBattery } from "./hostile.ts";
import { hostileAgents } from "./hostile-agents.ts";
import { hostileMetrics } from "./hostile-metrics.ts";

test("there are forty and more of each", () => {
  expect(Object.keys(hostileAgents).length).toBeGreaterThanOrEqual(40);
  expect(Object.keys(hostileMetrics).length).toBeGreaterThanOrEqual(40);
});

test("a few of each, through three doors, invent no verdict", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["command", "evaluate", "node-test"],
    agents: ["exits in a turn", "exits at the end", "gives every object a status"],
    metrics: ["exits", "returns seven", "rewrites the answers"],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 18, falsePasses: [] });
}, 180_000);

test("nobody takes away how a failure is heard of", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["AgentEvaluator", "node-test"],
    agents: [
      "hears every accident",
      "captures exceptions",
      "takes exceptions for handled",
      "tells nobody of the end",
      "makes every event unheard",
      "fails where warnings are heard",
    ],
    metrics: [],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 12, falsePasses: [] });
}, 180_000);

test("code that nobody can say whose it is ends no open run with 0", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["evaluate", "node-test"],
    agents: [
      "exits before every callback",
      "exits when a signal comes",
      "exits when something is written",
      "edits what we export",
    ],
    metrics: ["fails in ADK's word for a turn", "keeps setting the exit code"],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 12, falsePasses: [] });
}, 180_000);

test("what is replaced behind a runner's back ends no runner with 0", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["vitest"],
    agents: [
      "replaces built-ins on a timer",
      "replaces built-ins in every microtask",
      "replaces built-ins when it is closed",
      "replaces the database",
      "has a runner's test expected to fail",
    ],
    metrics: ["replaces built-ins on a timer"],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 6, falsePasses: [] });
}, 180_000);

test("nobody forges what a judge says, or who judges", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["command", "evaluate", "AgentEvaluator", "vitest", "node-test"],
    agents: ["forges what sockets bring", "sends its judge elsewhere"],
    metrics: [],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 10, falsePasses: [] });
}, 240_000);

test("nobody gets at our insides, and no reply says two things", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["command", "evaluate"],
    agents: [
      "has its built-ins taken for ours",
      "ends by our own way out",
      "has lists of bytes forget",
      "writes passed rows while it runs",
    ],
    metrics: ["settles twice", "replaces built-ins while its details are read"],
    judges: ["says it anew to each reader", "was refused", "says both under one name"],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 18, falsePasses: [] });
}, 240_000);

test("nothing that the language calls for an agent, and nothing read after it, makes a verdict", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["command", "evaluate"],
    agents: [...Object.keys(hostileHooks), ...Object.keys(hostileReaders)],
    metrics: [],
    say: (line) => said.push(line),
  });
  expect(findings.falsePasses, said.join("\n")).toEqual([]);
}, 240_000);

test("a thread of the agent's own ends no open run with 0", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["command", "evaluate"],
    agents: [
      "ends by a program of WebAssembly on a thread",
      "ends by such a program that a thread loads first",
      "ends by the insides of a thread",
    ],
    metrics: [],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 6, falsePasses: [] });
}, 180_000);

test("what was locked or saved is told from what only was to be", async () => {
  const said: string[] = [];
  const findings = await hostileBattery({
    doors: ["AgentEvaluator", "jest"],
    agents: ["fails twice in promises that nobody hears", "has its built-ins taken for ours"],
    metrics: [],
    say: (line) => said.push(line),
  });
  expect(findings, said.join("\n")).toEqual({ attacks: 4, falsePasses: [] });
}, 180_000);
