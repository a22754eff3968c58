import type { ServerParts } from "../../../src/server/api/server-parts.ts";
import { routes } from "../../../src/server/app.ts";
import { requestPolicy } from "../../../src/server/request-policy.ts";
import type { Access } from "../../../src/server/web/access.ts";
import type { UiFiles } from "../../../src/server/web/ui-files.ts";
import { webApp } from "../../../src/server/web/web-app.ts";

/** Something that can be asked of the server. */
export interface KnownRoute {
  readonly method: string;
  /** As it was declared: `/api/v1/runs/:run`. */
  readonly path: string;
  /** The named parts of the path. */
  readonly names: readonly string[];
}

/** What answers every address that nothing else answers; it knows no ids. */
const pages = new Set(["*", "/*"]);

/** Read off the server itself, so that a route which is new tomorrow is attacked tomorrow. */
export function everyRoute(): readonly KnownRoute[] {
  const app = webApp({
    parts: {} as ServerParts,
    policy: requestPolicy(),
    access: {} as Access,
    ui: new Map() as unknown as UiFiles,
    log: () => {},
  });
  const found = new Map<string, KnownRoute>();
  for (const { method, path } of app.routes) {
    if (method === "ALL" || pages.has(path)) continue;
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    found.set(`${method} ${path}`, { method, path, names });
  }
  return [...found.values()];
}

/** The path with its named parts in place, each as it is to be sent. */
export function pathOf(
  { path }: KnownRoute,
  partOf: (name: string) => string,
  rest = "file.txt",
): string {
  return path
    .replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => partOf(name))
    .replace(/\*$/, rest);
}

/** What a route of ours takes as a body; nothing for ADK's, whose schemas stand in their handlers. */
export function bodySchemaOf({ method, path }: KnownRoute) {
  const name = `${method} ${path.replace(/^\/api\/v1/, "")}`;
  return routes[name as keyof typeof routes]?.body;
}
