import type { Context } from "hono";
import { isNestedTooDeep, parseJson } from "../../core/json/json-text.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { RequestProblem } from "./reply.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST_FILE = 10 * MEGABYTE;
/** Of everything in one request. */
export const LARGEST_FORM = 64 * MEGABYTE;
export const LARGEST_JSON = 50 * MEGABYTE;

/** A file that was sent; its name is for the reader, and no path. */
export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The fields of a form, by name. */
export interface Form {
  text(name: string): string | undefined;
  files(name: string): Promise<readonly Upload[]>;
}

export async function readForm(c: Context): Promise<Form> {
  const fields = await c.req.parseBody({ all: true }).catch(() => {
    throw new RequestProblem(400, "The body is no form (multipart/form-data).");
  });
  const all = (name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === undefined ? [] : [value].flat();
  };
  return {
    text: (name) => all(name).find((value) => typeof value === "string"),
    files: (name) =>
      Promise.all(all(name).flatMap((value) => (value instanceof File ? [upload(value)] : []))),
  };
}

async function upload(file: File): Promise<Upload> {
  const name = file.name || "the file";
  if (file.size > LARGEST_FILE) {
    throw new RequestProblem(400, `File ${name} exceeds 10MB limit`);
  }
  return { name, bytes: Buffer.from(await file.arrayBuffer()) };
}

/** The object that a body is. */
export async function readJsonBody(c: Context): Promise<Readonly<Record<string, unknown>>> {
  const value = parsed(await c.req.text(), "The body");
  if (isObject(value)) return value;
  throw new RequestProblem(400, "The body is no JSON object.");
}

/** A JSON text, whose long integers keep their digits. */
export function parsed(text: string, what: string): unknown {
  if (isNestedTooDeep(text)) throw new RequestProblem(400, `${what} is nested too deep.`);
  try {
    return parseJson(text);
  } catch {
    throw new RequestProblem(400, `${what} is no valid JSON.`);
  }
}

/** A text of a body, which must be there. */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value === "string" && value !== "") return value;
  throw new RequestProblem(400, `${name} is missing.`);
}
