import crypto from "node:crypto";

/** Taken here, before anything is loaded that could replace it; one call, in which nobody else's code runs. */
const { hash, randomBytes } = crypto;

/** What only the two ends of a line know. */
export function newKey(): string {
  return randomBytes(32).toString("hex");
}

/** Words of one end to the other; nobody else can make the seal that goes with them. */
export interface SealedMessage {
  readonly text: string;
  readonly seal: string;
}

type Direction = "to the thread" | "from the thread";

export function sealed(key: string, direction: Direction, text: string): SealedMessage {
  return { text, seal: sealOf(key, direction, text) };
}

/** The text; undefined where somebody else has sent it, or changed it on its way. */
export function unsealed(key: string, direction: Direction, message: unknown): string | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  // looked at once: what others send may answer in another way the next time
  const { text, seal } = message as Partial<SealedMessage>;
  if (typeof text !== "string" || typeof seal !== "string") return undefined;
  return seal === sealOf(key, direction, text) ? text : undefined;
}

/** Twice, so that no seal of a text says anything about a longer one. */
function sealOf(key: string, direction: Direction, text: string): string {
  return hash("sha256", `${key} ${hash("sha256", `${key} ${direction} ${text}`)}`);
}
