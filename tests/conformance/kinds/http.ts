import { expect } from "vitest";
import { project } from "../../cli/assay.ts";
import { startWeb } from "../../web/web-server.ts";
import { scriptedHttpAgent } from "../http-agent.ts";
import { expectAnswer, normalized } from "../http-answers.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number | string;
  readonly body?: unknown;
}

/** Each vector is a conversation with a server of its own, over real HTTP. */
export const checks: ConformanceKind = {
  inputs: ["app", "agent", "requests", "files"],
  async hold(vector) {
    const {
      app,
      agent,
      requests,
      files = {},
    } = vector.input as unknown as {
      app: string;
      agent: Parameters<typeof scriptedHttpAgent>[0];
      requests: readonly Request[];
      files?: Readonly<Record<string, unknown>>;
    };
    const { responses } = outcomeOf(vector) as unknown as { responses: readonly Answer[] };
    const named = Object.entries(files).map(([name, content]) => [`${app}/${name}`, content]);
    const cwd = project({
      [`${app}/agent.mjs`]: scriptedHttpAgent(agent),
      ...Object.fromEntries(named),
    });
    const web = await startWeb(cwd);
    let result = "";
    for (const [place, { method, path, body }] of requests.entries()) {
      const expected = responses[place];
      const asked = path.replace("{result}", encodeURIComponent(result));
      const response = await web.ask(asked, {
        method,
        ...(body !== undefined && {
          body: typeof body === "string" ? body : JSON.stringify(body),
          headers: { "Content-Type": "application/json" },
        }),
      });
      const answer: unknown = JSON.parse((await response.text()) || "null");
      const what = `${place}: ${method} ${path}`;
      expect([what, statusOf(response.status, expected?.status)]).toEqual([what, expected?.status]);
      if (/eval[-_]results$/.test(path)) result = newestOf(answer);
      if (expected !== undefined && "body" in expected) {
        expectAnswer(normalized(answer), expected.body, what);
      }
    }
    await web.end();
  },
};

/** Where the reference breaks, ours refuses with any status of its own. */
function statusOf(status: number, expected: number | string | undefined): number | string {
  return expected === "4xx" && status >= 400 && status < 500 ? "4xx" : status;
}

function newestOf(answer: unknown): string {
  const ids = Array.isArray(answer)
    ? answer
    : (answer as { evalResultIds: string[] }).evalResultIds;
  const timeOf = (id: string) => Number(id.slice(id.lastIndexOf("_") + 1));
  return ids.toSorted((a: string, b: string) => timeOf(a) - timeOf(b)).at(-1) ?? "";
}
