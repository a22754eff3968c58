import type { Configuration } from "openid-client";
import { UserFacingError } from "../../../core/errors.ts";
import type { Role } from "../../../core/team/role.ts";
import { roles } from "../../../core/team/role.ts";
import type { UsersFile } from "../users/users-file.ts";
import type { OidcSettings } from "../users/users-schema.ts";
import { loadOpenId } from "./load-openid.ts";
import type { Vouched } from "./sessions.ts";
import { closeVisit, openVisit, type Visit } from "./visit.ts";

/** Signing in by a provider of identities: authorization code with PKCE, state and nonce. */
export interface OidcSignIn {
  /** What the button says; undefined where there is no provider. */
  label(): string | undefined;
  /** Where a browser goes, and the cookie that it brings back. */
  leave(back: string): Promise<{ readonly to: string; readonly visit: string }>;
  /** Who came back. */
  arrive(url: URL, visit: string | undefined): Promise<Arrived>;
}

type Arrived =
  | { readonly who: Vouched }
  | { readonly who?: undefined; readonly why: string; readonly user: string };

interface OidcOptions {
  readonly users: UsersFile;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now?: (() => number) | undefined;
}

const LASTS = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
const MOST_USED = 10_000;

export function oidcSignIn({ users, env, now = Date.now }: OidcOptions): OidcSignIn {
  let found: { readonly of: string; readonly config: Promise<Configuration> } | undefined;
  /** States that came back already; later ones are copies of a link. */
  const used = new Map<string, number>();

  async function configured(): Promise<{ config: Configuration; settings: OidcSettings }> {
    const settings = users.current().oidc;
    if (settings === undefined) throw noProvider();
    const of = JSON.stringify(settings);
    if (found?.of !== of) {
      const config = discovered(settings, env);
      found = { of, config };
      // a provider that was away is asked again by whoever comes next
      config.catch(() => {
        found = undefined;
      });
    }
    return { config: await found.config, settings };
  }
  function isUsed({ state, until }: { state: string; until: number }): boolean {
    for (const [each, end] of used) if (end < now() || used.size > MOST_USED) used.delete(each);
    if (used.has(state)) return true;
    used.set(state, until);
    return false;
  }

  function whyNotBack(url: URL, visit: Visit | undefined): string | undefined {
    if (visit === undefined) return "This browser was not sent to the provider.";
    if (visit.until < now()) return "It took too long to come back.";
    return url.searchParams.get("state") === visit.state ? undefined : "The state is another one.";
  }

  return {
    label() {
      const settings = users.current().oidc;
      return settings && (settings.label ?? new URL(settings.issuer).hostname);
    },
    async leave(back) {
      const { config, settings } = await configured();
      const client = await loadOpenId();
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const to = client.buildAuthorizationUrl(config, {
        redirect_uri: back,
        scope: (settings.scopes ?? ["openid", "profile", "email"]).join(" "),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      const visit = { state, nonce, verifier, until: now() + LASTS };
      return { to: to.href, visit: closeVisit(users.current().secret, visit) };
    },
    async arrive(url, closed) {
      const visit = closed === undefined ? undefined : openVisit(users.current().secret, closed);
      const why = whyNotBack(url, visit);
      if (why !== undefined || visit === undefined) return nobody(why ?? "");
      if (isUsed(visit)) return nobody("This link has been used already.");
      const { config, settings } = await configured();
      try {
        return whoIsIt(await exchanged({ config, settings, url, visit }), settings);
      } catch (error) {
        // words of a library about an exchange may repeat what was exchanged: its code is enough
        const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
        return nobody(`The provider did not vouch for anybody (${code}).`);
      }
    },
  };
}

interface Exchange {
  readonly config: Configuration;
  readonly settings: OidcSettings;
  readonly url: URL;
  readonly visit: Visit;
}

/** What the provider says of whoever came back. */
async function exchanged({ config, settings, url, visit }: Exchange): Promise<Claims> {
  const client = await loadOpenId();
  const answer = await client.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: visit.verifier,
    expectedState: visit.state,
    expectedNonce: visit.nonce,
    idTokenExpected: true,
  });
  const claims: Claims = { ...answer.claims() };
  if (Object.hasOwn(claims, settings.roleClaim)) return claims;
  const more = await client
    .fetchUserInfo(config, answer.access_token, String(claims.sub))
    // a provider without that says all in its token
    .catch(() => ({}));
  return { ...more, ...claims };
}

type Claims = Readonly<Record<string, unknown>>;

function whoIsIt(claims: Claims, settings: OidcSettings): Arrived {
  const user = `oidc:${String(claims.sub)}`;
  const isVerified = claims.email_verified !== false;
  const names = [isVerified ? claims.email : undefined, claims.preferred_username, claims.name];
  const label = names.find((name) => typeof name === "string" && name !== "") ?? claims.sub;
  const role = roleIn(claims[settings.roleClaim], settings);
  if (role === undefined) {
    return { user, why: `Its claim ${settings.roleClaim} gives no role here.` };
  }
  return { who: { user, label: String(label).slice(0, 200), origin: "oidc", role } };
}

function roleIn(said: unknown, { roles: given, defaultRole }: OidcSettings): Role | undefined {
  const values = (Array.isArray(said) ? said : [said]).filter((each) => typeof each === "string");
  const known = values.flatMap((value) => (Object.hasOwn(given, value) ? [given[value]] : []));
  return roles.findLast((role) => known.includes(role)) ?? defaultRole;
}

async function discovered(
  { issuer, clientId, clientSecretEnv }: OidcSettings,
  env: OidcOptions["env"],
): Promise<Configuration> {
  const client = await loadOpenId();
  const secret = clientSecretEnv === undefined ? undefined : env[clientSecretEnv];
  if (clientSecretEnv !== undefined && !secret) {
    throw new UserFacingError("users/invalid", `${clientSecretEnv} is not set.`, {
      hint: "The file of users says that it holds the secret of the client at the provider.",
    });
  }
  const url = new URL(issuer);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  try {
    return await client.discovery(
      url,
      clientId,
      secret,
      secret === undefined ? client.None() : undefined,
      {
        timeout: TIMEOUT_SECONDS,
        // what goes over the wire in clear goes nowhere else
        execute: isLoopback ? [client.allowInsecureRequests] : [],
      },
    );
  } catch (cause) {
    throw new UserFacingError("users/invalid", `The provider ${url.host} does not answer.`, {
      hint: `It has to serve ${new URL(".well-known/openid-configuration", `${issuer.replace(/\/$/, "")}/`).href}.`,
      cause,
    });
  }
}

function nobody(why: string): Arrived {
  return { why, user: "" };
}

function noProvider(): UserFacingError {
  return new UserFacingError("users/not-allowed", "Nobody is signed in by a provider here.", {
    hint: `Add "oidc" to the file of users, or sign in by a password.`,
  });
}
