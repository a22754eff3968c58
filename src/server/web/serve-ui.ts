import type { Context, MiddlewareHandler } from "hono";
import type { UiFile, UiFiles } from "./ui-files.ts";

/** Nothing from elsewhere, no script in the page, no frame around it. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join("; ");

/** The browser's pages: every address that is no file is the one page, which reads the address itself. */
export function serveUi(files: UiFiles): MiddlewareHandler {
  return async (context) => {
    const file = files.get(context.req.path);
    if (file !== undefined) return send(context, file);
    if (files.page === undefined) {
      return context.text("The UI is not built. In a clone of Assay:  npm run build\n", 503);
    }
    return send(context, files.page);
  };
}

function send(context: Context, { bytes, type, tag, isImmutable }: UiFile): Response {
  const caching = isImmutable ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = {
    "Content-Type": type,
    "Cache-Control": caching,
    ETag: `"${tag}"`,
    "Content-Security-Policy": CSP,
  };
  if (context.req.header("If-None-Match") === headers.ETag) {
    return context.body(null, 304, headers);
  }
  return context.body(new Uint8Array(bytes), 200, headers);
}
