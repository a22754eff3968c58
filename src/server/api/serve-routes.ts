import type { Context, Hono } from "hono";
import type { z } from "zod";
import { UserFacingError } from "../../core/errors.ts";
import { whoAsks } from "../team/principal.ts";
import { problemReply } from "./problem-reply.ts";
import type { Route } from "./route.ts";
import type { ServerParts } from "./server-parts.ts";

/** By method and path: `GET /runs/:run`. */
export type RouteTable = Readonly<Record<string, Route>>;

interface ServeRoutesOptions {
  readonly parts: ServerParts;
  readonly log: (text: string) => void;
}

/** Puts a table of routes below a path: what is asked is checked, what goes wrong is told. */
export function serveRoutes(
  app: Hono,
  base: string,
  table: RouteTable,
  { parts, log }: ServeRoutesOptions,
): void {
  for (const [name, route] of Object.entries(table)) {
    const [method = "GET", path = "/"] = name.split(" ");
    app.on(method, `${base}${path}`, async (context) => {
      try {
        return await reply(context, route, parts);
      } catch (error) {
        const { status, body } = problemReply(error, log);
        return context.json(body, status);
      }
    });
  }
}

async function reply(context: Context, route: Route, parts: ServerParts): Promise<Response> {
  const query = checked(route.query, context.req.query(), "The query");
  if (context.req.method !== "GET") refuseForms(context, route.body === undefined);
  const body = route.body && checked(route.body, await bodyOf(context), "The body");
  let tag: string | undefined;
  const answer = await route.handle({
    params: context.req.param() as Readonly<Record<string, string>>,
    query,
    body,
    parts,
    who: whoAsks(context, parts.team !== undefined),
    signal: context.req.raw.signal,
    ifMatch: context.req.header("If-Match")?.replace(/^W\/|"/g, ""),
    setTag: (given) => {
      tag = `"${given}"`;
    },
  });
  if (answer instanceof Response) return answer;
  if (tag !== undefined) {
    context.header("ETag", tag);
    context.header("Cache-Control", "private, no-cache");
    if (context.req.header("If-None-Match") === tag) return context.body(null, 304);
  }
  return context.json(answer as object, route.status ?? 200);
}

/** A form that a page of another site sends always has a type, and cannot have this one. */
function refuseForms(context: Context, mayHaveNone: boolean): void {
  const type = context.req.header("Content-Type")?.split(";")[0]?.trim();
  if (type === "application/json" || (mayHaveNone && type === undefined)) return;
  throw new UserFacingError("cli/usage", "The Content-Type must be application/json.");
}

async function bodyOf(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch {
    throw new UserFacingError("cli/usage", "The body is no valid JSON.");
  }
}

function checked(schema: z.ZodType | undefined, value: unknown, what: string): unknown {
  if (schema === undefined) return value;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  const where = first?.path.length ? ` at ${first.path.join(".")}` : "";
  throw new UserFacingError("cli/usage", `${what} is wrong${where}: ${first?.message}.`, {
    hint: "GET /api/v1/openapi.json says what is expected.",
  });
}
