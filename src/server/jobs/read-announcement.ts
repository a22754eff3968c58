import { readFileSync } from "node:fs";
import { type ErrorCode, type Place, type Problem, UserFacingError } from "../../core/errors.ts";
import { isObject } from "../../core/schema/parse-context.ts";

/** What a job says of how it began. */
export type Announcement = { readonly runId: string } | { readonly error: UserFacingError };

/** Undefined as long as it has said nothing. */
export function readAnnouncement(file: string): Announcement | undefined {
  const said = read(file);
  if (!isObject(said)) return undefined;
  if (typeof said.runId === "string") return { runId: said.runId };
  if (!isObject(said.error)) return undefined;
  const { code, message, hint, place, others } = said.error;
  return {
    error: new UserFacingError(String(code) as ErrorCode, String(message), {
      hint: typeof hint === "string" ? hint : undefined,
      place: isObject(place) ? (place as Place) : undefined,
      others: Array.isArray(others) ? (others as readonly Problem[]) : [],
    }),
  };
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
