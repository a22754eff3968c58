import { ModelError } from "../core/chat-model.ts";

/**
 * How often a call is made at most, where that is not left to patience. Whoever has never answered may not be there at all;
 * whoever has, and refuses connections now, may be starting again.
 */
export function triesFor({ fault }: ModelError, hasAnswered: boolean): number {
  if (fault === "unreachable") return hasAnswered ? 3 : 1;
  // each of these has already taken minutes
  if (fault === "timeout") return hasAnswered ? 3 : 2;
  return fault === "network" && !hasAnswered ? 3 : Number.POSITIVE_INFINITY;
}

const retried: ReadonlySet<ModelError["fault"]> = new Set([
  "rate-limit",
  "server",
  "network",
  "unreachable",
  "timeout",
]);

export function isWorthAnotherTry({ fault }: ModelError): boolean {
  return retried.has(fault);
}

export function givenUp(error: ModelError, tries: number): ModelError {
  const times = tries === 1 ? "once" : `${tries} times`;
  return new ModelError(error.fault, `${error.message} (asked ${times})`, { cause: error });
}
