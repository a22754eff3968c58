import { afterAll, beforeAll, expect } from "vitest";
import { type RunningServer, serve } from "../src/server/serve.ts";
import { memoryTraceStore } from "../src/stores/memory-trace-store.ts";

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  readonly body: any;
}

/** A server for the tests of one file, which must not fail by its own fault, and how it is asked. */
export function servedApi() {
  const failures: unknown[] = [];
  let server: RunningServer;
  const at = { api: "", otlp: "" };
  beforeAll(async () => {
    const listen = { host: "127.0.0.1", port: 0, otlpPort: 0, otlpGrpcPort: 0 };
    const onFailure = (error: unknown) => void failures.push(error);
    server = await serve({ ...listen, store: memoryTraceStore(), version: "1.2.3", onFailure });
    [at.api = "", at.otlp = ""] = server.listeners.map((line) => line.replace(/^\S+ /, ""));
  });
  afterAll(async () => {
    await server.close();
    expect(failures).toEqual([]);
  });
  return {
    at,
    async get(path: string): Promise<Answer> {
      const response = await fetch(`${at.api}/api${path}`);
      return { status: response.status, body: await response.json() };
    },
    async post(path: string, body: FormData | object | string): Promise<Answer> {
      const isForm = body instanceof FormData;
      const response = await fetch(`${at.api}/api${path}`, {
        method: "POST",
        body: isForm || typeof body === "string" ? body : JSON.stringify(body),
        ...(isForm ? {} : { headers: { "Content-Type": "application/json" } }),
      });
      const text = await response.text();
      const type = response.headers.get("Content-Type") ?? "";
      return {
        status: response.status,
        body: type.includes("event-stream") ? text : JSON.parse(text),
      };
    },
  };
}

type Field = string | readonly [name: string, content: string | Buffer];

/** A form; a pair is a file. */
export function form(fields: Readonly<Record<string, Field>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new File([value[1] as string], value[0]));
  }
  return data;
}

export function builtIn(name: string, more: object = {}) {
  return { name, type: "builtin", ...more };
}
