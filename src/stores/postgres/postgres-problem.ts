import { UserFacingError } from "../../core/errors.ts";
import { LOST_RUN } from "./postgres-schema.ts";

/** What PostgreSQL or the way to it could not do, as a sentence with a way out; anything else is returned as it came. */
export function postgresProblem(error: unknown, shown: string): unknown {
  if (error instanceof UserFacingError) return error;
  const problem = sentenceFor(error, shown);
  if (problem === undefined) return error;
  const { code = "store/unusable", message, hint } = problem;
  return new UserFacingError(code, message, { hint, cause: error });
}

/** Whether another try may help: the server is away, starting or full, or two transactions met. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && LOST_CONNECTION.test(error.message);
  return PASSING.has(code) || /^08/.test(code);
}

interface Sentence {
  readonly code?: "run/busy" | undefined;
  readonly message: string;
  readonly hint: string;
}

/** What the driver says without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** What the driver says where the server speaks no TLS, without a code. */
const NO_TLS = /^(The server does not support SSL|There was an error establishing an SSL)/;

/** What Node.js calls a certificate that it does not trust; the names are OpenSSL's. */
const UNTRUSTED = /^(ERR_TLS_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

const PASSING: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "40001",
  "40P01",
]);

function sentenceFor(error: unknown, shown: string): Sentence | undefined {
  return connectionSentence(error, shown) ?? tlsSentence(error, shown);
}

function tlsSentence(error: unknown, shown: string): Sentence | undefined {
  // after a semicolon Node.js gives hints of its own
  const reason = reasonOf(error).replace(/;.*|:\s*$/s, "");
  if (UNTRUSTED.test(codeOf(error) ?? "")) {
    return {
      message: `${shown} shows a certificate that is not trusted: ${reason}.`,
      hint: "Add ?sslrootcert=FILE with the certificate of who signed it, and call the server by the name that it is for.",
    };
  }
  if (!NO_TLS.test(reason)) return undefined;
  return {
    message: `${shown} cannot be asked over TLS: ${reason}.`,
    hint: "Switch TLS on in PostgreSQL, or leave sslmode out of the address.",
  };
}

function connectionSentence(error: unknown, shown: string): Sentence | undefined {
  switch (codeOf(error)) {
    case LOST_RUN:
      return {
        code: "run/busy",
        message: `Another process has taken over run ${detailOf(error)}, or removed it.`,
        hint: "This one was silent for so long that it counted as gone. What it had finished is saved.",
      };
    case "28P01":
    case "28000":
      return {
        message: `${shown} refuses this user: ${reasonOf(error)}.`,
        hint: "Check the user in the address; a password may stand in PGPASSWORD or in ~/.pgpass instead of the address.",
      };
    case "3D000":
      return {
        message: `${shown} has no such database.`,
        hint: "Make it first:  createdb NAME",
      };
    case "42501":
      return {
        message: `${shown} does not let this user do that: ${reasonOf(error)}.`,
        hint: "Its user needs CREATE on the database once (assay store migrate), and then the tables of the schema assay.",
      };
    case "25006":
      return {
        message: `${shown} takes no writes: ${reasonOf(error)}.`,
        hint: "Give the address of the primary, not of a replica.",
      };
    case "53100":
      return {
        message: `There is no space left for ${shown}.`,
        hint: "Make room there (assay runs rm removes old runs) and try again. Finished work is saved.",
      };
    case "ENOTFOUND":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return unreachable(shown, error);
    default:
      return isPassing(error) ? unreachable(shown, error) : undefined;
  }
}

function unreachable(shown: string, error: unknown): Sentence {
  return {
    message: `${shown} cannot be reached: ${reasonOf(error)}.`,
    hint: "Check that PostgreSQL runs there and the address is right. Finished work is saved.",
  };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function detailOf(error: unknown): string {
  return error instanceof Error && "detail" in error ? String(error.detail) : "";
}

/** Several addresses of one host fail together, with no message of their own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, "");
}
