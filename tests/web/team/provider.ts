import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

/** A real provider of identities on loopback. Whoever it is asked about by `login=NAME` has signed in there. */
export interface RunningProvider {
  readonly issuer: string;
  /** What it says of people, by their `sub`; changed while it runs. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Every request for tokens, as it came. */
  readonly exchanges: string[];
}

interface Client {
  readonly clientId: string;
  readonly secret?: string | undefined;
  readonly back: string;
}

export async function startProvider({ clientId, secret, back }: Client): Promise<RunningProvider> {
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  const exchanges: string[] = [];
  // its name says where it listens, so that it listens first
  const { createServer } = await import("node:http");
  let answer: ReturnType<Provider["callback"]> | undefined;
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith("/token")) exchanges.push(request.url);
    answer?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        ...(secret === undefined
          ? { token_endpoint_auth_method: "none" as const }
          : { client_secret: secret }),
        redirect_uris: [back],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], profile: ["preferred_username", "groups"], email: ["email"] },
    cookies: { keys: ["a key of this test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    // nobody is asked whether this server may know them
    async loadExistingGrant({ oidc }) {
      const { client, session, provider: own } = oidc;
      const grant = new own.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  });
  provider.use(async (context, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(context.path)?.[1];
    if (uid === undefined) return await next();
    const login = { accountId: String(context.cookies.get("who") ?? "") };
    await provider.interactionFinished(context.req, context.res, { login });
    context.respond = false;
  });
  answer = provider.callback();
  return { issuer, people, exchanges };
}
