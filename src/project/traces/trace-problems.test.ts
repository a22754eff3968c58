import { describe, expect, test } from "vitest";
import { otlpText, type SpanSpec } from "../../../tests/traces/trace-builder.ts";
import { groupTraces } from "../../traces/conversations/group-traces.ts";
import { readTraceText } from "../../traces/formats/read-trace-text.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { casesFromTraceText } from "./cases-from-trace-text.ts";
import { goldenSet } from "./session-conversation.ts";
import { withoutContent, withoutTurns } from "./trace-problems.ts";

/** What ADK writes of one turn with one tool: its texts, or `{}` for each where it is to record none. */
function adkSpans(texts: { request: unknown; response: unknown; args: unknown; result: unknown }) {
  const at = (name: string) => `gcp.vertex.agent.${name}`;
  const spans: SpanSpec[] = [
    { id: "1", name: "invocation" },
    { id: "2", parent: "1", name: "invoke_agent clerk" },
    {
      id: "3",
      parent: "2",
      name: "call_llm",
      attributes: { [at("llm_request")]: texts.request, [at("llm_response")]: texts.response },
    },
    {
      id: "4",
      parent: "2",
      name: "execute_tool look_up",
      attributes: {
        [at("llm_request")]: {},
        [at("llm_response")]: {},
        [at("tool_call_args")]: texts.args,
        [at("tool_response")]: texts.result,
      },
    },
  ];
  return conversationOf("gcp.vertex.agent", spans);
}

function conversationOf(scope: string, spans: readonly SpanSpec[]) {
  const content = readTraceText(otlpText({ scope, spans }));
  if (content === undefined) throw new Error("the text is no trace");
  const [conversation] = groupTraces(readTraces(content), { groupBy: "trace" });
  if (conversation === undefined) throw new Error("there is no conversation");
  return conversation;
}

const silent: readonly SpanSpec[] = [
  { id: "1", name: "invocation" },
  { id: "2", parent: "1", name: "invoke_agent clerk" },
  { id: "3", parent: "2", name: "call_llm" },
];
const onSpans = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY";

test("a trace of ADK without any text says which variable turns it on", () => {
  expect(withoutContent(conversationOf("gcp.vertex.agent", silent))).toContain(onSpans);
});

test("so does whoever would make a case of it", () => {
  const hint = expect.stringContaining(onSpans);
  const trace = otlpText({ scope: "gcp.vertex.agent", spans: silent });
  expect(casesFromTraceText(trace)).toMatchObject({ cases: [], problems: [{ hint }] });
  const conversation = conversationOf("gcp.vertex.agent", silent);
  expect(() => goldenSet("s", conversation, 0)).toThrow(expect.objectContaining({ hint }));
});

test("a lone span of an agent is not said to be no agent's, and the variable is named", () => {
  const attributes = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "clerk" };
  const lone: readonly SpanSpec[] = [{ id: "1", name: "invoke_agent clerk", attributes }];
  const conversation = conversationOf("remote", lone);
  expect(conversation.turns).toEqual([]);
  expect(withoutTurns(conversation)).toBe(
    "No span of the trace tells what an agent said or did, or of a call to a model. If an agent wrote it, have content recorded:  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
  );
  const hint = expect.stringContaining("CAPTURE_MESSAGE_CONTENT=true");
  const text = otlpText({ scope: "remote", spans: lone });
  expect(casesFromTraceText(text)).toMatchObject({ cases: [], problems: [{ hint }] });
});

test("a trace of ADK with `{}` for its texts says just that, and is scored by it", () => {
  const empty = { request: {}, response: {}, args: {}, result: {} };
  expect(withoutContent(adkSpans(empty))).toBeUndefined();
});

test("what OpenInference hides is no content: nobody said it", () => {
  const traceOf = (input: string, output: string) =>
    conversationOf("openinference", [
      {
        id: "1",
        name: "ChatOpenAI",
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.model_name": "gpt",
          "input.value": input,
          "output.value": output,
          "llm.output_messages.0.message.role": output,
          "llm.output_messages.0.message.content": output,
        },
      },
    ]);
  const hidden = traceOf("__REDACTED__", "__REDACTED__");
  expect(hidden.turns.map(({ user, answer }) => ({ user, answer }))).toEqual([
    { user: undefined, answer: undefined },
  ]);
  expect(withoutContent(hidden)).toContain("Nothing that was said or called is in the trace.");
  expect(withoutContent(traceOf("Is it paid?", "__REDACTED__"))).toBeUndefined();
});

describe("a model's request and response as OpenInference has them where it hides the messages", () => {
  const request = { model: "m", messages: [{ role: "user", content: "Is order 7 paid?" }] };
  const completion = { choices: [{ message: { role: "assistant", content: "Yes." } }] };
  const response = { object: "response", output: [{ type: "message", role: "assistant" }] };
  const span = (input: unknown, output: unknown, kind = "LLM") =>
    conversationOf("openinference.instrumentation.openai", [
      {
        id: "1",
        attributes: {
          "openinference.span.kind": kind,
          "input.value": input,
          "output.value": output,
        },
      },
    ]);

  test("tell no words, so that nothing is scored", () => {
    const nothing = expect.stringContaining("Nothing that was said or called is in the trace.");
    expect(withoutContent(span(request, completion))).toEqual(nothing);
    expect(withoutContent(span({ model: "m", input: "Hello." }, response))).toEqual(nothing);
  });

  test("tell words where they are texts, and messages that we know", () => {
    expect(withoutContent(span("Is order 7 paid?", "Yes."))).toBeUndefined();
    const message = { type: "message", role: "assistant", content: "Yes." };
    expect(withoutContent(span(request, message))).toBeUndefined();
    expect(withoutContent(span(request, completion, "AGENT"))).toBeUndefined();
  });
});
