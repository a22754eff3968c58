import { ModelError, type ModelFault } from "../../core/chat-model.ts";

/** A provider's error in our words: what kind it is, and from when another try is welcome. */
export function modelErrorFrom(error: unknown, model: string, now = Date.now()): ModelError {
  if (error instanceof ModelError) return error;
  const { statusCode, responseHeaders, responseBody, name } = asFailure(error);
  const message = asFailure(error).message ?? String(error);
  if (name === "AbortError" || name === "TimeoutError") {
    return new ModelError("cancelled", `The call to ${model} was stopped.`, { cause: error });
  }
  const retryAfterMs =
    retryAfter(responseHeaders ?? {}, now) ?? retryDelay(`${message}\n${responseBody ?? ""}`);
  const isTooLong = statusCode !== 429 && saysTooLong(`${message}\n${responseBody ?? ""}`);
  const fault = isTooLong
    ? "too-long"
    : faultOf(asFailure(error), message, retryAfterMs !== undefined);
  const status = statusCode === undefined ? "" : ` (${statusCode})`;
  return new ModelError(fault, `${model} did not answer${status}: ${firstLine(message)}`, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    cause: error,
  });
}

interface Failure {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly name?: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

function asFailure(error: unknown): Failure {
  return typeof error === "object" && error !== null
    ? (error as Failure)
    : { message: String(error) };
}

/** Who is told when to come back has not run out of money, whatever else the message says. */
function faultOf(failure: Failure, message: string, isWelcome: boolean): ModelFault {
  const { statusCode: status } = failure;
  if (status === undefined) return isOutOfReach(failure) ? "unreachable" : "network";
  // it went well and then half of the answer was missing, or it was no answer at all
  if (status < 300) return "server";
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 429 && !isWelcome && /quota|billing|credit/i.test(message)) return "quota";
  if (status === 429) return "rate-limit";
  if (status === 408 || status >= 500) return "server";
  return "invalid";
}

/** Nobody listens there, there is no such place, or it is not who it says it is: waiting changes none of that. */
const outOfReach =
  /^(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|ERR_INVALID_URL|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|.*SELF_SIGNED_CERT.*|UNABLE_TO_(?:VERIFY|GET)_.*)$/;

/** What kept a connection from being made stands somewhere down the chain of causes. */
function isOutOfReach({ code, cause, message }: Failure, depth = 0): boolean {
  if (typeof code === "string" && outOfReach.test(code)) return true;
  if (message !== undefined && /^(?:bad port|Invalid URL)/.test(message)) return true;
  if (depth > 5 || typeof cause !== "object" || cause === null) return false;
  const { errors } = cause as { errors?: unknown };
  // a name with several addresses fails once for each
  const others = Array.isArray(errors) ? errors.map(asFailure) : [];
  const each = [asFailure(cause), ...others];
  return each.some((failure) => isOutOfReach(failure, depth + 1));
}

/** More than the model's window holds, in the words of several providers. */
function saysTooLong(text: string): boolean {
  return /context[ _-](?:length|window|size)|maximum context|(?:prompt|input) (?:is )?too long|input token count.{0,40}exceeds|exceeds? the (?:maximum|max).{0,30}tokens|too many (?:input )?tokens/i.test(
    text,
  );
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

/** Where there is no header: Google says it in the body, OpenAI in a sentence. */
function retryDelay(text: string): number | undefined {
  const found =
    /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)(s)"/.exec(text) ??
    /\b(?:retry|try again) in (\d+(?:\.\d+)?) ?(ms|s)\b/i.exec(text);
  if (found === null) return undefined;
  return Math.ceil(Number(found[1]) * (found[2] === "ms" ? 1 : 1000));
}

/** Providers put whole pages into their errors. */
function firstLine(message: string): string {
  const line = message.split("\n")[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
