import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { mayAct, tokenRoles } from "../../../core/team/role.ts";
import { route } from "../../api/route.ts";
import { LONGEST_DAYS, LONGEST_DAYS_OIDC } from "../sign-in/tokens.ts";
import { articled } from "../words.ts";
import { needTeam, unknown } from "./need-team.ts";

export const me = route({
  summary: "Who asks, and what they may do.",
  reply: z.object({
    /** Null on a server for one. */
    user: z.string().nullable(),
    label: z.string(),
    role: z.enum(tokenRoles),
    by: z.enum(["local", "session", "token"]),
    longestDays: z.number(),
  }),
  async handle({ who }) {
    const { label, role, by, origin } = who;
    return {
      ...{ user: by === "local" ? null : who.user, label, role, by },
      longestDays: origin === "oidc" ? LONGEST_DAYS_OIDC : LONGEST_DAYS,
    };
  },
});

const grant = { id: z.string(), createdAt: z.number(), endsAt: z.number(), seenAt: z.number() };

export const myTokens = route({
  summary: "The tokens of whoever asks. What they are is not told again.",
  reply: z.object({
    tokens: z.array(z.object({ ...grant, name: z.string(), role: z.enum(tokenRoles) })),
  }),
  async handle({ parts, who }) {
    const tokens = await needTeam(parts).store.tokens(who.user);
    return {
      tokens: tokens.map(({ id, name, role, createdAt, endsAt, seenAt }) => ({
        ...{ id, name, role, createdAt, endsAt, seenAt },
      })),
    };
  },
});

export const newToken = route({
  summary: "Make a token for a program. It is told once.",
  body: z.strictObject({
    name: z.string().trim().min(1).max(100),
    role: z.enum(tokenRoles),
    days: z.number().int().min(1).max(LONGEST_DAYS),
  }),
  reply: z.object({ id: z.string(), token: z.string(), endsAt: z.number() }),
  status: 201,
  async handle({ parts, who, body }) {
    const { tokens } = needTeam(parts);
    const { user, label, role, origin } = who;
    if (who.by !== "session" || origin === "local" || role === "sender") {
      throw new UserFacingError("users/not-allowed", "A token makes no tokens.", {
        hint: "Sign in with a browser, or use assay users token.",
      });
    }
    if (!mayAct(role, body.role)) {
      const message = `${articled(role)} makes no token that may more: ${body.role}.`;
      throw new UserFacingError("users/not-allowed", message);
    }
    if (origin === "oidc" && body.days > LONGEST_DAYS_OIDC) {
      const message = `Tokens of people whom a provider vouches for last ${LONGEST_DAYS_OIDC} days at most.`;
      throw new UserFacingError("users/invalid", message);
    }
    return await tokens.make({ user, label, origin, role }, body);
  },
});

export const endMyToken = route({
  summary: "End a token. Whoever brings it is refused from then on.",
  reply: z.object({ ended: z.number() }),
  async handle({ parts, who, params }) {
    const { token: id } = params;
    const ended = await needTeam(parts).store.endTokens({ user: who.user, id: id ?? "" });
    if (ended === 0) throw unknown("token of yours");
    return { ended };
  },
});

export const myAccess = route({
  summary: "Where whoever asks is signed in.",
  reply: z.object({
    sessions: z.array(
      z.object({ ...grant, address: z.string(), browser: z.string(), isThis: z.boolean() }),
    ),
  }),
  async handle({ parts, who }) {
    const sessions = await needTeam(parts).store.sessions(who.user);
    return {
      sessions: sessions.map(({ id, createdAt, endsAt, seenAt, address, browser }) => ({
        ...{ id, createdAt, endsAt, seenAt, address, browser, isThis: id === who.grant },
      })),
    };
  },
});

export const endMySession = route({
  summary: "Sign out somewhere else.",
  reply: z.object({ ended: z.number() }),
  async handle({ parts, who, params }) {
    const { session: id } = params;
    const ended = await needTeam(parts).store.endSessions({ user: who.user, id: id ?? "" });
    if (ended === 0) throw unknown("session of yours");
    return { ended };
  },
});
