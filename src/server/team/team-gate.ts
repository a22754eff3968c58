import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { mayAct, type TokenRole } from "../../core/team/role.ts";
import { factsOf, portOf } from "../http-facts.ts";
import type { RequestPolicy } from "../request-policy.ts";
import { sessionCookie, setSessionCookie } from "./cookies.ts";
import { cutWhenEnded } from "./cut-when-ended.ts";
import { nameOf, type Principal, setWho } from "./principal.ts";
import { type Need, see } from "./rights/need.ts";
import { needOf } from "./rights/needs.ts";
import type { Team } from "./team.ts";
import { auditAnswer } from "./what-was-done.ts";
import { whyNotAllowed, whyNotLetIn } from "./why-not.ts";

interface TeamGateOptions {
  readonly policy: RequestPolicy;
  readonly team: Team;
  /** Whether a path is a page, which a link on another site may open. */
  readonly isPage?: ((path: string) => boolean) | undefined;
}

type Asked = Context<{ Bindings: HttpBindings }>;
type Handler = MiddlewareHandler<{ Bindings: HttpBindings }>;

/**
 * Before every route of a server for several people: whether the request is meant for us, who it is from, and whether they
 * may. A route that nobody wrote down who may call it is called by nobody.
 */
export function teamGate({ policy, team, isPage = () => false }: TeamGateOptions): Handler {
  const { audit } = team;

  function isOurs({ req, env }: Asked): string | undefined {
    const facts = factsOf(env.incoming);
    const { hosts, origin } = facts;
    const isOpening = isLooking(req.method) && isPage(req.path) && isNavigation(env.incoming);
    return policy.refusal(isOpening ? { hosts, origin } : facts, portOf(env.incoming))?.message;
  }

  return async (context, next) => {
    const foreign = isOurs(context);
    if (foreign !== undefined) {
      await audit.refused({
        ...aboutNobody(context, team),
        ...{ action: "ask from elsewhere", note: foreign },
      });
      return context.json({ error: { code: "server/foreign", message: foreign } }, 403);
    }
    const needed = neededBy(context);
    if (needed?.role === "open") return await next();
    const found = await whoIs(context, team);
    const { who } = found;
    if (who === undefined) return await refuseNobody(context, team, found);
    const need = needed as Answered["need"] | undefined;
    if (need === undefined || !mayAct(who.role, need.role)) {
      await audit.refused({
        ...aboutNobody(context, team),
        ...{ who: nameOf(who), by: who.by, action: need?.does ?? context.req.method },
        note: need === undefined ? "Nobody may." : `${who.role} is not ${need.role}.`,
      });
      return context.json({ error: whyNotAllowed(who, need) }, 403);
    }
    setWho(context, who);
    if (found.cookie !== undefined) setSessionCookie(context, found.cookie);
    await next();
    await afterwards(context, { team, who, need });
  };
}

function aboutNobody({ req, env }: Asked, team: Team) {
  return { who: "", by: "none", target: req.path, address: team.addressOf(env.incoming) };
}

async function refuseNobody(context: Asked, team: Team, { why, user, by, isTheft }: Found) {
  if (why !== undefined) {
    const action = isTheft === true ? "use a copied cookie" : "come in";
    const about = { ...aboutNobody(context, team), who: user ?? "", by, action, note: why };
    await team.audit.refused(about);
  }
  return context.json({ error: whyNotLetIn(why) }, 401);
}

interface Answered {
  readonly team: Team;
  readonly who: Principal;
  readonly need: Need & { readonly role: TokenRole };
}

async function afterwards(context: Asked, { team, who, need }: Answered): Promise<void> {
  const { audit } = team;
  if (need.does !== undefined) {
    const facts = await auditAnswer(context, need.does);
    await audit.done({
      ...facts,
      who: nameOf(who),
      by: who.by,
      address: team.addressOf(context.env.incoming),
    });
  }
  const isStream = context.res.headers.get("Content-Type")?.startsWith("text/event-stream");
  if (isStream === true) {
    context.res = cutWhenEnded(context.res, async () => {
      const grants = who.by === "token" ? team.tokens : team.sessions;
      const role = await grants.roleNow(who.user, who.grant);
      return role !== undefined && mayAct(role, need.role);
    });
  }
}

interface Found {
  readonly who?: Principal | undefined;
  readonly cookie?: string | undefined;
  readonly by: string;
  readonly why?: string | undefined;
  readonly user?: string | undefined;
  readonly isTheft?: boolean | undefined;
}

/** A token before a cookie: whoever sends one means it. */
async function whoIs(context: Asked, team: Team): Promise<Found> {
  const { headers } = context.env.incoming;
  const address = team.addressOf(context.env.incoming);
  if (headers.authorization !== undefined) {
    const who = await tokenOwner(team, headers.authorization);
    return who === undefined
      ? { by: "token", why: "The token is wrong or has ended." }
      : { who, by: "token" };
  }
  const cookie = sessionCookie(context);
  if (cookie === undefined) return { by: "none" };
  const found = await team.sessions.find(cookie, { address, browser: headers["user-agent"] ?? "" });
  return { by: "session", ...found };
}

export async function tokenOwner(team: Team, authorization: string | undefined) {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  return given === undefined ? undefined : await team.tokens.find(given);
}

/** Of the routes that a request reaches the one that answers; what matches nothing is for whoever may see. */
function neededBy(context: Asked): Need | undefined {
  const answering = matchedRoutes(context as unknown as Context).filter(
    ({ method, path }) => method !== "ALL" || !isCatchAll(path),
  );
  const [first] = answering.filter(({ method }) => method !== "ALL");
  if (first === undefined) return see;
  // the page answers every address that nothing else does, and no address of an API
  if (first.path === "/*" && /^\/(api|apps|dev)\//.test(context.req.path)) return see;
  return needOf(`${first.method} ${first.path}`);
}

function isCatchAll(path: string): boolean {
  return path.endsWith("*");
}

function isLooking(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function isNavigation({ headers }: IncomingMessage): boolean {
  return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}
