import type { Context, Hono } from "hono";
import type { z } from "zod";
import { isUserFacingError } from "../../core/errors.ts";
import { problemReply } from "../api/problem-reply.ts";
import type { ServerParts } from "../api/server-parts.ts";

/** Something that clients made for ADK are told with a status and a sentence. */
export class AdkRefusal extends Error {
  override readonly name = "AdkRefusal";
  readonly status: number;
  readonly detail: unknown;

  constructor(status: number, detail: unknown) {
    super(typeof detail === "string" ? detail : JSON.stringify(detail));
    this.status = status;
    this.detail = detail;
  }
}

export interface AdkRequest {
  readonly context: Context;
  readonly parts: ServerParts;
  /** A named part of the path, decoded. */
  param(name: string): string;
  /** The body, read by a schema; what is wrong with it is answered as ADK does. */
  body<T>(schema: z.ZodType<T>): Promise<T>;
}

/** What is answered as JSON; undefined is null. */
type Answer = (request: AdkRequest) => Promise<unknown>;

/** By method and paths: `GET /list-apps`. Several paths are spellings of one route. */
export type AdkRoutes = readonly (readonly [method: string, paths: readonly string[], Answer])[];

interface ServeOptions {
  readonly parts: ServerParts;
  readonly log: (text: string) => void;
}

export function serveAdkRoutes(app: Hono, routes: AdkRoutes, { parts, log }: ServeOptions): void {
  for (const [method, paths, answer] of routes) {
    for (const path of paths) {
      app.on(method, path, async (context) => {
        try {
          const value = await answer(requestOf(context, parts));
          return value instanceof Response ? value : json(200, value ?? null);
        } catch (error) {
          return refusalOf(error, log);
        }
      });
    }
  }
}

function refusalOf(error: unknown, log: (text: string) => void): Response {
  if (error instanceof AdkRefusal) return json(error.status, { detail: error.detail });
  const { status, body } = problemReply(error, log);
  const { message, hint } = body.error;
  return json(status, { detail: hint === undefined ? message : `${message} ${hint}` });
}

function requestOf(context: Context, parts: ServerParts): AdkRequest {
  return {
    context,
    parts,
    param: (name) => context.req.param(name) ?? "",
    async body(schema) {
      const read = schema.safeParse(await jsonOf(context));
      if (read.success) return read.data;
      throw new AdkRefusal(
        422,
        read.error.issues.map(({ path, message }) => ({
          type: "value_error",
          loc: ["body", ...path],
          msg: message,
        })),
      );
    },
  };
}

/** Nothing at all is null: some bodies may be left out. A page of another site cannot send this type by a form. */
async function jsonOf(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === "") return null;
  const type = context.req.header("Content-Type")?.split(";")[0]?.trim();
  if (type !== "application/json") {
    throw new AdkRefusal(422, [wrongBody("The Content-Type must be application/json.")]);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AdkRefusal(422, [wrongBody("The body is no valid JSON.")]);
  }
}

function wrongBody(msg: string) {
  return { type: "json_invalid", loc: ["body"], msg };
}

/** A sentence of ours in words of ADK's, with a status of its own. */
export async function orRefusal<T>(status: number, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    throw new AdkRefusal(status, error.message);
  }
}

function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}
