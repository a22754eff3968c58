import type { z } from "zod";
import type { Principal } from "../team/principal.ts";
import type { ServerParts } from "./server-parts.ts";

/**
 * One thing that programs ask of the server. Checking, the OpenAPI document and the types of the browser's client are all
 * made from it.
 */
export interface Route<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly query?: Query | undefined;
  readonly body?: Body | undefined;
  readonly reply: Reply;
  /** 200 unless given. */
  readonly status?: 200 | 201 | 202 | undefined;
  /** Set where it answers with server-sent events: what they are, by their names. */
  readonly events?: z.ZodType | undefined;
  handle(request: RouteRequest<z.output<Query>, z.output<Body>>): Promise<z.input<Reply>>;
}

interface RouteRequest<Query = unknown, Body = unknown> {
  /** The named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly parts: ServerParts;
  /** Who asks; on a server for one, whoever sits there. */
  readonly who: Principal;
  readonly signal: AbortSignal;
  /** The tag of what the caller has seen, where it says so: what it sends is meant for that and nothing newer. */
  readonly ifMatch: string | undefined;
  /** Set where a browser that has this answer already need not get it again. */
  setTag(tag: string): void;
}

/** For its types alone. */
export function route<
  Reply extends z.ZodType,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
>(spec: Route<Query, Body, Reply>): Route<Query, Body, Reply> {
  return spec;
}
