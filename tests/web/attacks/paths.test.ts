import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Answer, attackedWeb, type Sending } from "./attacked-web.ts";
import { bodiesOf } from "./bodies.ts";
import { bodySchemaOf, everyRoute, type KnownRoute, pathOf } from "./every-route.ts";

const target = attackedWeb();

/** Names that lead elsewhere, or to what is no data of ours. Each is sent encoded. */
const names = [
  ...["..", ".", "../secret", "../../etc/passwd", "....//secret", "/etc/passwd", "//etc/passwd"],
  ...["..\\secret", "C:\\secret", "\\\\host\\share", "file:///etc/passwd", "/proc/self/environ"],
  ...["a\0b", "../secret.evalset.json\0", "shop/../../secret.evalset.json", ";/../secret", "~/x"],
  ...[
    "shop/link.evalset.json",
    "shop/etc.evalset.json",
    "escape",
    "escape/agent.mjs",
    "../strange",
  ],
  ...["CON", "secret::$DATA", "PROGRA~1", "secret. ", "\u202Eterces", "x".repeat(4096)],
  ...["__proto__", "constructor", "%2e%2e%2fsecret", "..%c0%afsecret"],
  ...["package.json", "agent.mjs", "assay.config.ts", "test_config.json", ".assay/assay.db"],
];

/** Sent as they stand, since servers differ in how often they decode. */
const encoded = [
  ...["%2e%2e%2fsecret", "..%2fsecret", "%252e%252e%252fsecret", "..%5csecret", "..%c0%afsecret"],
  ...["%2e%2e", "..;%2fsecret", "%00", "%ff", "%", "%zz"],
];

const usual: Readonly<Record<string, unknown>> = {
  agent: "shop",
  app: "shop",
  set: "refunds",
  evalSets: ["shop/refunds.evalset.json"],
  case: "one",
  cases: ["one"],
  user: "user",
  run: "latest",
};

/** ADK's bodies by the last part of a path: their schemas stand in their handlers. */
function adkBodies({ path }: KnownRoute, text: string): readonly unknown[] {
  const message = { newMessage: { role: "user", parts: [{ text: "hi" }] } };
  const run = { appName: "shop", userId: "user", sessionId: "s", ...message };
  const all: Readonly<Record<string, readonly unknown[]>> = {
    run: [
      { ...run, appName: text },
      { ...run, userId: text },
      { ...run, sessionId: text },
    ],
    run_sse: [
      { ...run, appName: text },
      { ...run, sessionId: text },
    ],
    "eval-sets": [{ eval_set: { eval_set_id: text, eval_cases: [] } }],
    sessions: [{ sessionId: text }],
    "add-session": [{ evalId: text, sessionId: text, userId: text }],
    add_session: [{ evalId: text, sessionId: text, userId: text }],
    run_eval: [{ evalIds: [text], evalMetrics: [{ metricName: text, threshold: 1 }] }],
  };
  return all[path.split("/").at(-1) ?? ""] ?? [{ evalId: text, conversation: [] }];
}

function bodiesFor(route: KnownRoute, text: string): readonly (string | undefined)[] {
  if (["GET", "DELETE"].includes(route.method)) return [undefined];
  const schema = bodySchemaOf(route);
  const bodies = schema === undefined ? adkBodies(route, text) : bodiesOf(schema, text, usual);
  return bodies.map((body) => JSON.stringify(body));
}

/** Every named part of the path in turn, and all texts of the body. */
function attacksOn(route: KnownRoute): readonly Sending[] {
  const { method } = route;
  const { names: parts } = route;
  const real = (name: string) => encodeURIComponent(`${usual[name] ?? "x"}`);
  const inPath = parts.flatMap((attacked) =>
    [...names.map(encodeURIComponent), ...encoded].map((sent) =>
      pathOf(route, (name) => (name === attacked ? sent : real(name)), sent),
    ),
  );
  const [calm = "{}"] = bodiesFor(route, "one");
  const body = ["GET", "DELETE"].includes(method) ? {} : { body: calm };
  return [
    ...inPath.map((path) => ({ method, path, ...body })),
    ...names.flatMap((name) =>
      bodiesFor(route, name)
        .filter((each) => each !== undefined)
        .map((each) => ({ method, path: pathOf(route, real), body: each })),
    ),
    ...names.flatMap((name) =>
      method === "GET" ? [{ method, path: `${pathOf(route, real)}${queryOf(name)}` }] : [],
    ),
  ];
}

/** Whatever routes may call what they ask for. */
function queryOf(name: string): string {
  const keys = ["run", "runs", "set", "case", "agent", "session", "chat", "span", "q", "filter"];
  return `?${new URLSearchParams(Object.fromEntries(keys.map((key) => [key, name])))}`;
}

/** Files by path with what is in them, but for the store, which is written all the time. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !/(^|\/)\.assay(\/|$)/.test(name))
    .filter((name) => statSync(join(folder, name)).isFile());
  return new Map(found.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

test.each(everyRoute().map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s leads nowhere else",
  async (_, route) => {
    const before = filesIn(target().outside);
    const wrong: string[] = [];
    for (const attack of attacksOn(route)) {
      const answer = await target().send(attack);
      const problem = problemOf(answer);
      if (problem !== undefined) wrong.push(`${attack.path} ${attack.body ?? ""}: ${problem}`);
    }
    expect(wrong).toEqual([]);
    expect(strangeChanges(before)).toEqual([]);
    expect(await target().isAlive()).toBe(true);
  },
);

function problemOf({ status, text }: Answer): string | undefined {
  if (/SECRET|root:x:/.test(text)) return "it told what nobody may read";
  if (status >= 500) return `the server failed: ${text.slice(0, 200)}`;
  return undefined;
}

/** Nothing outside of the workspace, no code, and nothing but eval sets and our two files is written. */
function strangeChanges(before: ReadonlyMap<string, string>): readonly string[] {
  const after = filesIn(target().outside);
  const changed = [...after].filter(([name, text]) => before.get(name) !== text);
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const isOurs = (name: string) =>
    /^workspace\/(?:(?:[\w-]+\/)?[^/]+\.evalset\.json|labels\.jsonl|assay\.web\.json)$/.test(name);
  return [...changed.map(([name]) => name), ...gone].filter((name) => !isOurs(name));
}

test("nothing that was only named was ever loaded", () => {
  expect(existsSync(join(target().outside, "OWNED"))).toBe(false);
});
