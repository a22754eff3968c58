import { ApiProblem } from "../../lib/api.ts";

/** How people sign in here. */
export interface Ways {
  readonly password: boolean;
  /** What the button of a provider says. */
  readonly provider: string | null;
}

/** Undefined on a server for one, which has nobody to sign in. */
export async function fetchWays(signal: AbortSignal): Promise<Ways | null> {
  const answer = await fetch("/auth/ways", { signal });
  const isOurs = answer.headers.get("Content-Type")?.startsWith("application/json") === true;
  return isOurs && answer.ok ? ((await answer.json()) as Ways) : null;
}

export async function signIn(name: string, password: string): Promise<void> {
  await post("/auth/sign-in", { name, password });
}

export async function signOut(): Promise<void> {
  await post("/auth/sign-out", {});
}

async function post(path: string, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (answer.ok) return;
  const said = (await answer.json().catch(() => ({}))) as {
    readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
  };
  const unknown = { code: "server/unknown", message: `The server answered ${answer.status}.` };
  throw new ApiProblem(answer.status, said.error ?? unknown);
}
