import { z } from "zod";
import type { Route } from "./route.ts";
import type { RouteTable } from "./serve-routes.ts";

/** The OpenAPI document of a table of routes. */
export function openApi(table: RouteTable, { base, version }: { base: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(table)) {
    const [method = "GET", path = "/"] = name.split(" ");
    const key = `${base}${path}`.replace(/:(\w+)/g, "{$1}");
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation(path, route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Assay", version },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
    paths,
  };
}

function operation(path: string, { summary, query, body, reply, status = 200, events }: Route) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    summary,
    parameters: [...inPath, ...inQuery(query)],
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: {
        description: "What was asked for.",
        content:
          events !== undefined
            ? { "text/event-stream": { schema: schemaOf(events) } }
            : json(reply),
      },
      default: { description: "What is wrong, in words, and what to do." },
    },
  };
}

function inQuery(query: z.ZodType | undefined) {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function json(schema: z.ZodType) {
  return { "application/json": { schema: schemaOf(schema) } };
}

function schemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
}
