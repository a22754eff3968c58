import { adk } from "./adk.ts";
import { aiSdk } from "./ai-sdk.ts";
import { genai } from "./genai.ts";
import { genaiEvents } from "./genai-events.ts";
import { langfuse } from "./langfuse.ts";
import { langsmith } from "./langsmith.ts";
import { mastra } from "./mastra.ts";
import { openaiAgents } from "./openai-agents.ts";
import { openinference } from "./openinference.ts";
import { openllmetry } from "./openllmetry.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import type { Dialect } from "./span-facts.ts";

/**
 * Every dialect, in the order in which they are believed: a span may speak several. OpenTelemetry's own names come first;
 * what they do not say, the framework's may. Strands says all in events, and has no words of its own.
 */
export const dialects: readonly Dialect[] = [
  genai,
  genaiEvents,
  adk,
  openinference,
  aiSdk,
  openllmetry,
  langsmith,
  langfuse,
  mastra,
  pydanticAi,
  openaiAgents,
];
