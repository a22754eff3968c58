import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { isUserFacingError } from "../../../core/errors.ts";
import { mayAct } from "../../../core/team/role.ts";
import {
  originOf,
  sessionCookie,
  setSessionCookie,
  setVisitCookie,
  visitCookie,
} from "../cookies.ts";
import { nameOf } from "../principal.ts";
import { isPassword, TooManyGuesses } from "../sign-in/password.ts";
import type { Vouched } from "../sign-in/sessions.ts";
import type { Team } from "../team.ts";

type Asked = Context<{ Bindings: HttpBindings }>;

const given = z.strictObject({
  name: z.string().min(1).max(64),
  password: z.string().min(1).max(1000),
});

const BACK = "/auth/oidc/callback";

/** Coming in and going out. */
export function authRoutes(team: Team): Hono<{ Bindings: HttpBindings }> {
  const { audit, attempts, oidc, sessions, users } = team;
  const app = new Hono<{ Bindings: HttpBindings }>();

  /** What was there before goes: a cookie that somebody put there is nobody's. */
  async function enter(context: Asked, who: Vouched, by: string): Promise<void> {
    await leave(context);
    const address = team.addressOf(context.env.incoming);
    const browser = context.req.header("User-Agent") ?? "";
    setSessionCookie(context, await sessions.begin(who, { address, browser }));
    await audit.done({
      who: nameOf(who),
      by,
      action: "sign in",
      target: "",
      address,
      note: who.role,
    });
  }
  /** Who it was. */
  async function leave(context: Asked): Promise<string | undefined> {
    const cookie = sessionCookie(context);
    if (cookie === undefined) return undefined;
    const visitor = { address: "", browser: context.req.header("User-Agent") ?? "" };
    const { who } = await sessions.find(cookie, visitor);
    if (who === undefined) return undefined;
    await team.store.endSessions({ user: who.user, id: who.grant });
    return nameOf(who);
  }
  async function refuse(context: Asked, facts: { who: string; by: string; note: string }) {
    const address = team.addressOf(context.env.incoming);
    await audit.refused({ ...facts, action: "sign in", target: "", address });
  }

  app.get("/ways", (context) =>
    context.json({
      password: [...users.current().byName.values()].some((each) => each.password !== undefined),
      provider: oidc.label() ?? null,
    }),
  );

  app.post("/sign-in", async (context) => {
    const type = context.req.header("Content-Type")?.split(";")[0]?.trim();
    const body = type === "application/json" ? await context.req.json().catch(() => null) : null;
    const read = given.safeParse(body);
    if (!read.success) return context.json({ error: unreadable }, 400);
    const { name, password } = read.data;
    const who = { user: name, address: team.addressOf(context.env.incoming) };
    const wait = attempts.wait(who);
    if (wait > 0) {
      await refuse(context, { who: name, by: "password", note: "Too many passwords were wrong." });
      context.header("Retry-After", String(Math.ceil(wait / 1000)));
      return context.json({ error: tooMany(wait) }, 429);
    }
    const user = users.current().byName.get(name);
    try {
      attempts.failed(who);
      if (!(await isPassword(password, user?.password)) || user === undefined) {
        await refuse(context, { who: name, by: "password", note: "The password is wrong." });
        return context.json({ error: wrongPassword }, 401);
      }
    } catch (error) {
      if (!(error instanceof TooManyGuesses)) throw error;
      context.header("Retry-After", "2");
      return context.json({ error: tooMany(2000) }, 429);
    }
    attempts.succeeded(who);
    const vouched = { user: name, label: name, origin: "file", role: user.role } as const;
    await enter(context, vouched, "password");
    return context.json({ user: name, role: user.role });
  });

  app.post("/sign-out", async (context) => {
    const who = await leave(context);
    setSessionCookie(context, undefined);
    if (who !== undefined) {
      const address = team.addressOf(context.env.incoming);
      await audit.done({ who, by: "session", action: "sign out", target: "", address, note: "" });
    }
    return context.json({ signedOut: true });
  });

  app.get("/oidc", async (context) => {
    try {
      const { to, visit } = await oidc.leave(`${originOf(context)}${BACK}`);
      setVisitCookie(context, visit);
      return context.redirect(to, 302);
    } catch (error) {
      if (!isUserFacingError(error)) throw error;
      await refuse(context, { who: "", by: "oidc", note: error.message });
      return context.redirect("/sign-in?problem=provider", 302);
    }
  });

  app.get("/oidc/callback", async (context) => {
    const url = new URL(`${originOf(context)}${BACK}`);
    url.search = new URL(context.req.url).search;
    const arrived = await oidc.arrive(url, visitCookie(context));
    setVisitCookie(context, undefined);
    if (arrived.who === undefined) {
      await refuse(context, { who: arrived.user, by: "oidc", note: arrived.why });
      // who has lost every role keeps nothing of what they had
      if (arrived.user !== "") await endAll(team, arrived.user);
      const problem = arrived.user === "" ? "provider" : "role";
      return context.redirect(`/sign-in?problem=${problem}`, 302);
    }
    await lessen(team, arrived.who);
    await enter(context, arrived.who, "oidc");
    return context.redirect("/", 302);
  });
  return app;
}

async function endAll({ store }: Team, user: string): Promise<void> {
  await store.endSessions({ user });
  await store.endTokens({ user });
}

/** What somebody had by another role, from before, ends; tokens that are worth less stay. */
async function lessen({ store }: Team, { user, role }: Vouched): Promise<void> {
  for (const session of await store.sessions(user)) {
    if (session.role !== role) await store.endSessions({ user, id: session.id });
  }
  for (const token of await store.tokens(user)) {
    if (!mayAct(role, token.role)) await store.endTokens({ user, id: token.id });
  }
}

const unreadable = {
  code: "server/not-let-in",
  message: `The body must be JSON: {"name": …, "password": …}.`,
};

const wrongPassword = {
  code: "server/not-let-in",
  message: "The name or the password is wrong.",
  hint: "An admin of the server can give you a new password.",
};

function tooMany(wait: number) {
  const seconds = Math.ceil(wait / 1000);
  const time = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  return {
    code: "server/too-many",
    message: "Too many passwords were wrong.",
    hint: `Try again in ${time}.`,
  };
}
