import type { Place, Problem } from "../../core/errors.ts";
import type { Routes } from "../../server/app.ts";

/** What the server answers to a route, by its name in the table of routes. */
export type Reply<Name extends keyof Routes> = Awaited<ReturnType<Routes[Name]["handle"]>>;

type Body<Name extends keyof Routes> = Parameters<Routes[Name]["handle"]>[0]["body"];

interface CallOptions<Name extends keyof Routes> {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: Partial<Body<Name>> | undefined;
  /** The tag of what was seen: a change is refused where it is newer. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What is wrong, in the server's words. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  /** Where it stands in what was sent, or in a file. */
  readonly place: Place | undefined;
  /** Further mistakes in the same. */
  readonly others: readonly Problem[];

  constructor(status: number, { code, message, hint, place, others = [] }: ProblemWords) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.place = place;
    this.others = others;
  }
}

interface ProblemWords extends Problem {
  readonly code: string;
  readonly others?: readonly Problem[] | undefined;
}

/** Asks the server; types come from its own table of routes. */
export async function call<Name extends keyof Routes>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<Reply<Name>> {
  const response = await openStream(name, options);
  return (await response.json()) as Reply<Name>;
}

/** Asks for an answer that comes in pieces. */
export async function openStream<Name extends keyof Routes>(
  name: Name,
  { params = {}, query = {}, body, ifMatch, signal }: CallOptions<Name> = {},
): Promise<Response> {
  const [method = "GET", path = ""] = name.split(" ");
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams();
  for (const [key, value] of given) search.set(key, String(value));
  const response = await fetch(`/api/v1${filled}${search.size > 0 ? `?${search}` : ""}`, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(ifMatch !== undefined && { "If-Match": `"${ifMatch}"` }),
    },
  });
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  throw new ApiProblem(response.status, problemIn(answer, response.status));
}

function problemIn(answer: unknown, status: number): ProblemWords {
  const error = (answer as { error?: Partial<ProblemWords> } | undefined)?.error;
  return {
    ...error,
    code: error?.code ?? "server/unknown",
    message: error?.message ?? `The server answered ${status}.`,
  };
}
