import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { echoAgent, evalSet } from "../../cli/assay.ts";
import { startWeb, type WebServer } from "../web-server.ts";

/** A real `assay web` that is attacked for as long as a file of tests runs. */
export interface AttackedWeb extends WebServer {
  /** The folder that it was started for, which lies in one that is nobody's business. */
  readonly cwd: string;
  readonly outside: string;
  /** Exactly as it is given: `fetch` would tidy the path, and write Host and Origin itself. */
  send(options: Sending): Promise<Answer>;
  /** Whether somebody who was let in is still answered. */
  isAlive(): Promise<boolean>;
}

export interface Sending {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Without the token. */
  readonly isStranger?: boolean;
}

export interface Answer {
  /** 0 where the connection ended before there was an answer. */
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** To be called at the top of a file: starts it before the tests, and ends it after them. */
export function attackedWeb(more: Readonly<Record<string, unknown>> = {}): () => AttackedWeb {
  let web: AttackedWeb | undefined;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    const outside = mkdtempSync(join(tmpdir(), "assay-attacked-"));
    ends.push(() => rmSync(outside, { recursive: true, force: true }));
    const cwd = fill(outside, more);
    const server = await startWeb(cwd, [], 0, (end) => ends.unshift(end));
    web = { ...server, cwd, outside, ...sendingTo(server) };
  });
  afterAll(() => {
    for (const end of ends) end();
  });
  return () => {
    if (web === undefined) throw new Error("there is no server before the tests");
    return web;
  };
}

/** What nobody may read is SECRET; what nobody may load leaves a file behind. */
function fill(outside: string, more: Readonly<Record<string, unknown>>): string {
  const cwd = join(outside, "workspace");
  const owned = `import fs from "node:fs"; fs.writeFileSync(${JSON.stringify(join(outside, "OWNED"))}, "");`;
  const files: Readonly<Record<string, unknown>> = {
    "secret.evalset.json": evalSet({ a: { user: "SECRET" } }, "secret"),
    "strange/agent.mjs": `${owned} export const rootAgent = () => "SECRET";`,
    "strange/a.evalset.json": evalSet({ a: { user: "SECRET" } }, "strange"),
    "workspace/shop/agent.mjs": echoAgent,
    "workspace/shop/refunds.evalset.json": evalSet(
      { one: { user: "one", answer: "one" } },
      "refunds",
    ),
    ...Object.fromEntries(Object.entries(more).map(([name, each]) => [`workspace/${name}`, each])),
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(outside, name)), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    writeFileSync(join(outside, name), text);
  }
  symlinkSync(join(outside, "secret.evalset.json"), join(cwd, "shop/link.evalset.json"));
  symlinkSync("/etc/passwd", join(cwd, "shop/etc.evalset.json"));
  symlinkSync(join(outside, "strange"), join(cwd, "escape"));
  return cwd;
}

function sendingTo({ origin, token }: WebServer): Pick<AttackedWeb, "send" | "isAlive"> {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  function send({ headers = {}, body, isStranger, ...rest }: Sending): Promise<Answer> {
    const own = isStranger ? {} : { Authorization: `Bearer ${token}` };
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    return new Promise((done, fail) => {
      const all = { ...own, ...type, ...headers };
      const sent = request({ host: hostname, port, agent, ...rest, headers: all }, (answer) => {
        let text = "";
        answer.setEncoding("latin1").on("data", (piece) => {
          text += piece;
          // streams of events do not end by themselves
          if (/event-stream/.test(`${answer.headers["content-type"]}`)) answer.destroy();
        });
        answer.on("error", () => {});
        answer.on("close", () =>
          done({ status: answer.statusCode ?? 0, text, headers: answer.headers }),
        );
        if (/event-stream/.test(`${answer.headers["content-type"]}`)) answer.destroy();
      });
      // a server may answer before it has read everything, and end the connection
      sent.on("error", (error: NodeJS.ErrnoException) =>
        body !== undefined && ["ECONNRESET", "EPIPE"].includes(`${error.code}`)
          ? done({ status: 0, text: "", headers: {} })
          : fail(error),
      );
      sent.setTimeout(30_000, () => sent.destroy(new Error(`${rest.method} ${rest.path} hangs`)));
      sent.end(body);
    });
  }
  return {
    send,
    isAlive: async () => (await send({ path: "/api/v1/workspace" })).status === 200,
  };
}
