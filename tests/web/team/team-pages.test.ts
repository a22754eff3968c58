import { expect, test } from "vitest";
import { barriers, barriersInThemes } from "../barriers.ts";
import { openBrowser, openPage } from "../browser.ts";
import { PASSWORD, startTeam, type TeamServer } from "./team-server.ts";

type Browser = Awaited<ReturnType<typeof openBrowser>>;

async function enter(browser: Browser, server: TeamServer, name: string, path = "/") {
  const watched = await openPage(browser, `${server.origin}${path}`);
  const { page } = watched;
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === path);
  return watched;
}

test("people sign in where they wanted to go, see who they are, and sign out", async () => {
  const server = await startTeam();
  const browser = await openBrowser();
  const { page, origins } = await openPage(browser, `${server.origin}/sets`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel("Name").fill("viewer");
  await page.getByLabel("Password").fill("something else");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The name or the password is wrong.").waitFor();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${server.origin}/sets`);
  await page.getByText("That needs the role editor; yours is viewer.").waitFor();
  expect(await page.getByRole("button", { name: "New set…" }).count()).toBe(0);
  await page.getByRole("link", { name: /viewer/ }).click();
  await page.getByText("You see everything, and start and change nothing.").waitFor();
  expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto(`${server.origin}/runs`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect([...origins]).toEqual([server.origin]);
});

test("a token is shown once, works, and ends; a session elsewhere too", async () => {
  const server = await startTeam();
  const other = await server.signIn("runner");
  const { page, problems } = await enter(await openBrowser(), server, "runner", "/account");
  await page.getByRole("button", { name: "New token…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What it is for").fill("nightly");
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Make token" }).click();
  const token = (await dialog.locator(".token").textContent()) ?? "";
  expect(token).toMatch(/^assay_[\w-]{43}$/);
  expect((await server.ask("/api/v1/runs", { token })).status).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "End nightly" }).click();
  await page.getByRole("button", { name: "End nightly" }).waitFor({ state: "detached" });
  expect((await server.ask("/api/v1/runs", { token })).status).toBe(401);
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "End", exact: true }).waitFor({ state: "detached" });
  expect((await server.ask("/api/v1/runs", { cookie: other.cookie })).status).toBe(401);
  expect(problems.filter((problem) => !problem.includes("401"))).toEqual([]);
});

test("admins add, change and remove users, and read the log, in light and in dark", async () => {
  const server = await startTeam();
  const browser = await openBrowser();
  const { page } = await enter(browser, server, "admin", "/people");
  await page.getByRole("button", { name: "Add user…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("ben");
  await dialog.getByLabel("Role").selectOption("runner");
  await dialog.getByLabel(/First password/).fill(`${PASSWORD} of ben`);
  await dialog.getByRole("button", { name: "Add user" }).click();
  await page.getByLabel("Role of ben").selectOption("editor");
  expect(await barriersInThemes(page)).toEqual([]);
  const ben = await server.signIn("ben", `${PASSWORD} of ben`);
  expect(ben.json()).toMatchObject({ role: "editor" });
  await page.getByRole("row", { name: /ben/ }).getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByLabel("Role of ben").waitFor({ state: "detached" });
  expect((await server.ask("/api/v1/runs", { cookie: ben.cookie })).status).toBe(401);
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByText("remove user").first().waitFor();
  await page.getByRole("button", { name: "refused" }).click();
  await page.getByText("The session has ended.").first().waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
});
