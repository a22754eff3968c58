import { ModelError, type ModelFault } from "../core/chat-model.ts";

/** A provider's error in our words: what kind it is, and from when another try is welcome. */
export function modelErrorFrom(error: unknown, model: string, now = Date.now()): ModelError {
  if (error instanceof ModelError) return error;
  const { statusCode, responseHeaders, name, message = String(error) } = asFailure(error);
  if (name === "AbortError" || name === "TimeoutError") {
    return new ModelError("cancelled", `The call to ${model} was stopped.`, { cause: error });
  }
  const fault = faultOf(statusCode, message);
  const retryAfterMs = retryAfter(responseHeaders ?? {}, now);
  const status = statusCode === undefined ? "" : ` (${statusCode})`;
  return new ModelError(fault, `${model} did not answer${status}: ${firstLine(message)}`, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    cause: error,
  });
}

interface Failure {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly message?: string;
}

function asFailure(error: unknown): Failure {
  return typeof error === "object" && error !== null
    ? (error as Failure)
    : { message: String(error) };
}

function faultOf(status: number | undefined, message: string): ModelFault {
  if (status === undefined) return "network";
  // it went well and then half of the answer was missing, or it was no answer at all
  if (status < 300) return "server";
  if (status === 401 || status === 403) return "auth";
  if (status === 429) return /quota|billing|credit/i.test(message) ? "quota" : "rate-limit";
  if (status === 408 || status >= 500) return "server";
  return "invalid";
}

/** `Retry-After` in seconds or as a date, and the milliseconds some providers send. */
function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const precise = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && precise >= 0) return precise;
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (value.trim() !== "" && seconds >= 0) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Providers put whole pages into their errors. */
function firstLine(message: string): string {
  const line = message.split("\n")[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
