import { statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { echoAgent, evalSet, project } from "../cli/assay.ts";
import { startWeb } from "./web-server.ts";

function workspace(): string {
  return project({
    "bot/agent.mjs": echoAgent,
    "bot/demo.evalset.json": evalSet({ a: { user: "a", answer: "a" } }),
  });
}

/** As it is sent, since fetch writes Host and Origin itself. */
function raw(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((done, fail) => {
    const sent = request({ host: hostname, port, path, headers }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    sent.on("error", fail);
    sent.end();
  });
}

test("a link lets one browser in, and its token stays good for programs", async () => {
  const web = await startWeb(workspace());
  const entered = await fetch(`${web.link}&theme=dark`, { redirect: "manual" });
  expect(entered.status).toBe(302);
  expect(entered.headers.get("location")).toBe("/?theme=dark");
  const cookie = entered.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  const again = await fetch(web.link, { redirect: "manual" });
  expect(again.headers.get("set-cookie")).toBeNull();
  const headers = { Cookie: cookie.split(";")[0] ?? "" };
  expect((await fetch(`${web.origin}/api/v1/runs`, { headers })).status).toBe(200);
  expect((await web.ask("/api/v1/runs")).status).toBe(200);
  expect(await web.end()).toBe(0);
});

test("an open page goes on after a restart on the same port", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const entered = await fetch(web.link, { redirect: "manual" });
  const headers = { Cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "" };
  await web.end();
  const { origin } = await startWeb(cwd, [], Number(new URL(web.origin).port));
  expect((await fetch(`${origin}/api/v1/runs`, { headers })).status).toBe(200);
  expect((await fetch(`${origin}/api/v1/runs`)).status).toBe(401);
  const { mode } = statSync(join(cwd, ".assay/web-secret"));
  expect(mode & 0o777).toBe(0o600);
});

test("whoever has no link learns nothing, and is told what to do", async () => {
  const web = await startWeb(workspace());
  const wrong = [{}, { Authorization: "Bearer nope" }, { Cookie: "assay_1=1.a.b" }];
  for (const headers of wrong) {
    const answer = await fetch(`${web.origin}/api/v1/runs`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain("Open the link that the terminal shows");
  }
  const inQuery = await fetch(`${web.origin}/api/v1/runs?token=${web.token}`);
  expect(inQuery.status).toBe(401);
  expect((await fetch(`${web.origin}/healthz`)).status).toBe(200);
});

test("pages of other sites are refused, whatever they say of themselves", async () => {
  const web = await startWeb(workspace());
  const { host } = new URL(web.origin);
  const bearer = { Authorization: `Bearer ${web.token}` };
  const asked = (headers: Record<string, string>) =>
    raw(web.origin, "/api/v1/runs", { Host: host, ...bearer, ...headers });
  expect(await asked({})).toBe(200);
  expect(await asked({ Host: "evil.example" })).toBe(403);
  expect(await asked({ Host: "evil.example", Origin: "http://evil.example" })).toBe(403);
  expect(await asked({ Origin: "https://evil.example" })).toBe(403);
  expect(await asked({ Origin: "null" })).toBe(403);
  expect(await asked({ "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await asked({ "Sec-Fetch-Site": "same-site" })).toBe(403);
  expect(await asked({ Host: "127.0.0.1.nip.io" })).toBe(403);
  // a link may open the page itself, and nothing else
  const navigation = {
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document",
  };
  expect(await raw(web.origin, "/runs", { Host: host, ...navigation })).toBe(200);
  expect(await asked(navigation)).toBe(403);
});

test("the token never leads to another server", async () => {
  const web = await startWeb(workspace());
  const answer = await fetch(`${web.origin}//evil.example/?token=${web.token}`, {
    redirect: "manual",
  });
  expect(answer.headers.get("location")).toBe("/evil.example/");
});

test("pages carry a policy that lets nothing in from elsewhere", async () => {
  const web = await startWeb(workspace());
  const page = await fetch(`${web.origin}/runs/some-run`);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await page.text()).not.toMatch(/https?:\/\//);
});

test("it listens on this machine only", async () => {
  await expect(startWeb(workspace(), ["--host", "0.0.0.0"])).rejects.toThrow("ended with 2");
});
