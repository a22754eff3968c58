import { existsSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startWeb } from "../web-server.ts";
import { bodies, dev, workspace } from "./adk-client.ts";

test("no id leads out of the folder, and nothing that is written is loaded as code", async () => {
  const cwd = workspace();
  symlinkSync(join(cwd, "secret.json"), join(cwd, "desk/link.evalset.json"));
  symlinkSync("/etc/passwd", join(cwd, "desk/etc.evalset.json"));
  const ask = bodies(await startWeb(cwd));
  const ids = [
    "..%2Fsecret",
    "..%2f..%2fsecret",
    "%2Fetc%2Fpasswd",
    "a%00b",
    "..",
    "etc",
    "a%5C..%5Cb",
  ];
  for (const id of ids) {
    const paths = [
      `${dev}/eval_sets/${id}/evals`,
      `${dev}/eval-sets/${id}`,
      `${dev}/eval_results/${id}`,
      `/dev/apps/${id}/eval_sets/x/evals`,
      `/dev/apps/${id}/build_graph`,
      `/apps/${id}/users/u/sessions/s`,
    ];
    for (const path of paths) {
      const { status, text } = await ask("GET", path).catch(() => ({ status: 404, text: "" }));
      expect([path, status >= 400 || text.startsWith("<!doctype html>")]).toEqual([path, true]);
      expect(text).not.toMatch(/SECRET|root:/);
    }
    await ask("DELETE", `${dev}/eval-sets/${id}`).catch(() => {});
    const evalSet = { eval_set_id: decodeURIComponent(id), eval_cases: [] };
    const made = await ask("POST", `${dev}/eval-sets`, { eval_set: evalSet });
    expect([id, made.status]).toEqual([id, 400]);
  }
  expect(existsSync(join(cwd, "secret.json"))).toBe(true);
  for (const path of [`${dev}/builder/save`, `${dev}/tests/run`, `${dev}/tests/rebuild`]) {
    expect((await ask("POST", path, {})).status).toBe(400);
  }
  expect((await ask("PUT", `${dev}/tests/x`, {})).status).toBe(400);
});

/** As it is sent, since fetch writes Host and Origin itself. */
function raw(origin: string, options: object, body = "") {
  const { hostname, port } = new URL(origin);
  return new Promise<{ status: number; headers: Record<string, unknown> }>((done, fail) => {
    const sent = request({ host: hostname, port, ...options }, (response) => {
      response.resume();
      done({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

test("nobody asks without the token, by another name, or from a page of another site", async () => {
  const allowed = "http://localhost:4200";
  const web = await startWeb(workspace(), ["--allow_origin", allowed]);
  const { host } = new URL(web.origin);
  const bearer = { Authorization: `Bearer ${web.token}` };
  const asked = (headers: object, path = "/list-apps", method = "GET") =>
    raw(web.origin, { path, method, headers: { Host: host, ...headers } });
  expect((await asked({})).status).toBe(401);
  expect((await asked(bearer)).status).toBe(200);
  expect((await asked({ ...bearer, Host: "evil.example" })).status).toBe(403);
  expect((await asked({ ...bearer, Origin: "https://evil.example" })).status).toBe(403);
  expect((await asked({ ...bearer, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  const shared = await asked({ Origin: allowed });
  expect(shared).toMatchObject({ status: 200, headers: { vary: "Origin" } });
  expect(shared.headers["access-control-allow-origin"]).toBe(allowed);
  const preflight = await asked({ Origin: allowed }, "/run_sse", "OPTIONS");
  expect(preflight.status).toBe(204);
  expect((await asked({ Origin: allowed }, "/api/v1/runs")).status).toBe(403);
  const form = { ...bearer, "Content-Type": "text/plain" };
  const sent = await raw(
    web.origin,
    { path: "/run", method: "POST", headers: { Host: host, ...form } },
    "{}",
  );
  expect(sent.status).toBe(422);
});

test("bodies that are too large or no JSON change nothing", async () => {
  const web = await startWeb(workspace());
  const large = await web.post(`${dev}/eval-sets`, { padding: "x".repeat(17 * 1024 * 1024) });
  expect(large.status).toBe(413);
  for (const body of ["{", "[]", '"x"', "null", "{}", '{"eval_set":7}']) {
    const headers = { "Content-Type": "application/json" };
    const answer = await web.ask(`${dev}/eval-sets`, { method: "POST", body, headers });
    expect([body, answer.status]).toEqual([body, 422]);
  }
  expect(await web.json(`${dev}/eval_sets`)).toEqual([]);
});
