import { adk } from "./adk.ts";
import { genai } from "./genai.ts";
import { genaiEvents } from "./genai-events.ts";
import { genaiGuess } from "./genai-guess.ts";
import { openllmetry } from "./openllmetry.ts";
import type { Dialect } from "./span-facts.ts";

/** Every dialect, in the order in which they are believed: a span may speak several. */
export const dialects: readonly Dialect[] = [genai, genaiEvents, adk, openllmetry, genaiGuess];
