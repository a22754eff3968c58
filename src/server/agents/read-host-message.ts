import { z } from "zod";
import type { Step } from "../../core/agent.ts";
import type { HostMessage } from "../../project/chats/host-messages.ts";

const place = z.object({
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  path: z.string().optional(),
  excerpt: z.string().optional(),
});

const fields = z.record(z.string(), z.unknown());
const content = z.looseObject({ role: z.string().optional(), parts: z.array(fields).optional() });
const time = z.tuple([z.number().nullable(), z.number().nullable()]);

const invocation = z.looseObject({
  invocationId: z.string(),
  userContent: content,
  finalResponse: content.optional(),
  intermediateData: z
    .object({
      invocationEvents: z.array(
        z.looseObject({
          author: z.string(),
          content: content.optional(),
          usageMetadata: fields.optional(),
          modelVersion: z.string().optional(),
        }),
      ),
    })
    .optional(),
  creationTimestamp: z.number(),
  duration: z.number().optional(),
  modelDuration: z.number().optional(),
  toolDuration: z.number().optional(),
  times: z.object({ tools: z.array(time).optional(), models: z.array(time).optional() }).optional(),
});

const stepKinds: readonly Step["type"][] = ["text", "call", "result", "pause", "usage", "fault"];

const count = z.number().int().min(0).max(1_000_000);
const role = z.enum(["system", "user", "assistant", "tool"]);

const step = z.looseObject({
  type: z.enum(stepKinds),
  at: z.number(),
  text: z.string().optional(),
  id: z.string().optional(),
  tool: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  author: z.string().optional(),
  usage: z.looseObject({ input: z.number(), output: z.number(), calls: z.number() }).optional(),
});

interface Facts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[];
  readonly agents: readonly Facts[];
}

const facts: z.ZodType<Facts> = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  instructions: z.string().optional(),
  tools: z.array(z.object({ name: z.string(), description: z.string().optional() })),
  agents: z.array(z.lazy(() => facts)),
});

const runs = z.array(z.tuple([count, count])).max(10_000);

const requests = z.object({
  from: z.tuple([count, count]),
  messages: z
    .array(
      z.union([
        z.object({ role, tooLong: count }),
        z.object({ role, parts: z.array(z.looseObject({ type: z.string() })) }),
      ]),
    )
    .max(10_000),
  tools: z
    .array(z.looseObject({ name: z.string() }))
    .max(10_000)
    .optional(),
  settings: z.array(fields).max(1000).optional(),
  calls: z
    .array(
      z.object({ call: count, messages: runs, tools: runs.optional(), settings: count.optional() }),
    )
    .max(1000),
});

const message = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ready"),
    name: z.string(),
    framework: z.string().optional(),
    facts,
  }),
  z.object({
    type: z.literal("broken"),
    problem: z.object({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      place: place.optional(),
      printed: z.string().optional(),
    }),
  }),
  z.object({ type: z.literal("step"), step }),
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("turn"),
    event: z.object({
      invocation,
      state: fields.optional(),
      memory: z.unknown().optional(),
      requests: requests.optional(),
      output: z.string().optional(),
      status: z.enum(["paused", "failed", "timeout", "cancelled"]).optional(),
      problem: z.string().optional(),
      restarted: z.boolean().optional(),
    }),
  }),
]);

/** A message of an agent's process; undefined for anything else. */
export function readHostMessage(given: unknown): HostMessage | undefined {
  const read = message.safeParse(given);
  return read.success ? (read.data as HostMessage) : undefined;
}
