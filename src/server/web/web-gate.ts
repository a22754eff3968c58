import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { factsOf, portOf } from "../http-facts.ts";
import type { Refusal, RequestPolicy } from "../request-policy.ts";
import { type Access, COOKIE_SECONDS } from "./access.ts";

interface WebGateOptions {
  readonly policy: RequestPolicy;
  readonly access: Access;
  /** Whether a path is the browser's own: pages and their files, which hold no data. */
  readonly isPage: (path: string) => boolean;
  /** Whether a path is one of ADK's, which an allowed origin may call without a token. */
  readonly isAdk: (path: string) => boolean;
}

type Handler = MiddlewareHandler<{ Bindings: HttpBindings }>;

/** Before every route: who asks, from where, and whether the terminal's link let them in. */
export function webGate({ policy, access, isPage, isAdk }: WebGateOptions): Handler {
  function refusalOf({ req, env }: Asked): Refusal | undefined {
    const facts = factsOf(env.incoming);
    const { hosts, origin } = facts;
    // a link on another site may open the page itself, which shows nothing by itself
    const isOpening = isLooking(req.method) && isPage(req.path) && isNavigation(env.incoming);
    const refusal = policy.refusal(isOpening ? { hosts, origin } : facts, portOf(env.incoming));
    if (refusal !== undefined) return refusal;
    if (!isForeign(env.incoming) || isAdk(req.path)) return undefined;
    return { status: 403, message: "Pages of other origins may call ADK's routes only." };
  }
  function isForeign({ headers }: IncomingMessage): boolean {
    return headers.origin !== undefined && policy.isAllowedOrigin(headers.origin);
  }
  function isLetIn({ headers, socket }: IncomingMessage): boolean {
    if (access.isBearer(headers.authorization)) return true;
    return access.isCookie(valueOfCookie(headers.cookie, cookieName(socket.localPort ?? 0)));
  }
  return async (context, next) => {
    const { incoming } = context.env;
    const refusal = refusalOf(context);
    if (refusal !== undefined) return context.json({ error: refusal }, refusal.status);
    if (isForeign(incoming)) {
      if (context.req.method !== "OPTIONS") await next();
      return shareWithOrigin(context);
    }
    if (isLooking(context.req.method) && isPage(context.req.path)) {
      return enter(context, access) ?? (await next());
    }
    return isLetIn(incoming) ? await next() : context.json({ error: notLetIn }, 401);
  };
}

type Asked = Context<{ Bindings: HttpBindings }>;

const notLetIn = {
  code: "server/not-let-in",
  message: "This browser has not been let in, or was let in too long ago.",
  hint: "Open the link that the terminal shows; Enter there shows a fresh one.",
};

/** Lets the pages of an allowed origin read the answer; the whole answer where its browser only asks whether it may. */
function shareWithOrigin(context: Asked): Response | undefined {
  const isAsking = context.req.method === "OPTIONS";
  const answer = isAsking ? context.body(null, 204) : undefined;
  const { headers } = answer ?? context.res;
  headers.set("Access-Control-Allow-Origin", context.req.header("Origin") ?? "");
  headers.append("Vary", "Origin");
  if (isAsking) {
    headers.set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
    headers.set("Access-Control-Allow-Headers", "authorization, content-type");
  }
  return answer;
}

/** Exchanges a link's token for a cookie. With or without one, the token does not stay in the address. */
function enter(context: Asked, access: Access): Response | undefined {
  const token = context.req.query("token");
  if (token === undefined) return undefined;
  const value = access.exchange(token);
  if (value !== undefined) {
    const name = cookieName(portOf(context.env.incoming));
    const lasting = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict`;
    context.header("Set-Cookie", `${name}=${value}; ${lasting}`);
  }
  const clean = new URL(context.req.url);
  clean.searchParams.delete("token");
  // an address that begins with two slashes would be another server's
  return context.redirect(`${clean.pathname.replace(/^[/\\]+/, "/")}${clean.search}`, 302);
}

function isLooking(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** Cookies are shared by all ports of a machine, so each server has its own. */
function cookieName(port: number): string {
  return `assay_${port}`;
}

function valueOfCookie(header: string | undefined, name: string): string | undefined {
  const found = (header ?? "").split(";").map((each) => each.trim().split("="));
  return found.find(([key]) => key === name)?.[1];
}

function isNavigation({ headers }: IncomingMessage): boolean {
  return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}
