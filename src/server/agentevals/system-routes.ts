import { Hono } from "hono";
import type { MetricDefinition, MetricNeed } from "../../core/metric.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import { reply } from "./reply.ts";

export interface SystemFacts {
  readonly version: string;
  /** Where exports are received, once that is known. */
  otlpPorts(): { readonly httpPort: number; readonly grpcPort: number } | undefined;
}

/** What the server is, and what it can measure by. */
export function systemRoutes({ version, otlpPorts }: SystemFacts): Hono {
  return new Hono()
    .get("/health", (c) => reply(c, { status: "ok", version }))
    .get("/config", (c) =>
      reply(c, {
        apiKeys: {
          google: isSet("GOOGLE_API_KEY") || isSet("GEMINI_API_KEY"),
          anthropic: isSet("ANTHROPIC_API_KEY"),
          openai: isSet("OPENAI_API_KEY"),
        },
        otlp: otlpPorts() ?? null,
      }),
    )
    .get("/metrics", (c) => reply(c, metricDefinitions.filter(isForTraces).map(metricRow)));
}

function isSet(name: string): boolean {
  return Boolean(process.env[name]);
}

/** A trace has no simulated user. */
function isForTraces({ needs }: MetricDefinition): boolean {
  return !needs.includes("scenario");
}

const references: readonly MetricNeed[] = [
  "expected-conversation",
  "reference-answer",
  "final-state",
];

function metricRow({ name, description, needs }: MetricDefinition) {
  return {
    name,
    category: categoryOf(name),
    requiresEvalSet: references.some((need) => needs.includes(need)),
    requiresLLM: needs.includes("judge"),
    requiresGCP: false,
    requiresRubrics: needs.includes("rubrics"),
    description,
    working: true,
  };
}

/** The first that fits. */
const categories: readonly (readonly [name: RegExp, category: string])[] = [
  [/multi_turn/, "multi-turn"],
  [/^(hallucinations|safety)/, "safety"],
  [/^rubric_based/, "quality"],
  [/trajectory/, "trajectory"],
  [/response/, "response"],
];

function categoryOf(name: string): string {
  return categories.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}
