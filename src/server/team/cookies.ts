import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { portOf } from "../http-facts.ts";

type Asked = Context<{ Bindings: HttpBindings }>;

/**
 * By any name but loopback's a browser comes through TLS. There the cookie is sent by no other way, and belongs to that name
 * alone.
 */
function isSecure({ req }: Pick<Asked, "req">): boolean {
  return !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(req.header("Host") ?? "");
}

/** How browsers reach this server. */
export function originOf(context: Asked): string {
  return `${isSecure(context) ? "https" : "http"}://${context.req.header("Host") ?? ""}`;
}

export function sessionCookie(context: Asked): string | undefined {
  return cookieValue(context, nameOf(context, ""));
}

export function setSessionCookie(context: Asked, value: string | undefined): void {
  set(context, { name: nameOf(context, ""), value, site: "Strict", seconds: 7 * 86_400 });
}

/** What a browser is asked for when it comes back from a provider, which is another site. */
export function visitCookie(context: Asked): string | undefined {
  return cookieValue(context, nameOf(context, "-visit"));
}

export function setVisitCookie(context: Asked, value: string | undefined): void {
  set(context, { name: nameOf(context, "-visit"), value, site: "Lax", seconds: 600 });
}

interface NewCookie {
  readonly name: string;
  /** Undefined takes it away. */
  readonly value: string | undefined;
  readonly site: "Strict" | "Lax";
  readonly seconds: number;
}

function set(context: Asked, { name, value = "", site, seconds }: NewCookie): void {
  const secure = isSecure(context) ? "; Secure" : "";
  const age = value === "" ? 0 : seconds;
  const cookie = `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=${site}${secure}`;
  context.header("Set-Cookie", cookie, { append: true });
}

/** Cookies are shared by all ports of a machine, so each server has its own there. */
function nameOf(context: Asked, what: string): string {
  return isSecure(context)
    ? `__Host-assay${what}`
    : `assay_team_${portOf(context.env.incoming)}${what}`;
}

function cookieValue(context: Asked, name: string): string | undefined {
  const given = (context.req.header("Cookie") ?? "").split(";").map((each) => each.trim());
  const found = given.filter((each) => each.startsWith(`${name}=`));
  // two of one name: somebody else put one there
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
}
