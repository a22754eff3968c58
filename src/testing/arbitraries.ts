import fc from "fast-check";
import type { CaseSettings, TurnChoice } from "../core/case-settings.ts";
import type { Content, FunctionCall, FunctionResponse, Part } from "../core/content.ts";
import type { ConversationScenario, EvalCase, EvalSet, SessionInput } from "../core/eval-set.ts";
import {
  type IntermediateData,
  type Invocation,
  type InvocationEvent,
  type InvocationEvents,
  toolCallsOf,
} from "../core/invocation.ts";
import type { Rubric } from "../core/rubric.ts";

/** Leaves out keys at random, as people do. Every other key is there. */
function some<T extends object>(
  keys: { readonly [Key in keyof T]-?: fc.Arbitrary<Exclude<T[Key], undefined>> },
  requiredKeys: readonly (keyof T)[] = [],
): fc.Arbitrary<T> {
  return fc.record(keys as never, { requiredKeys: requiredKeys as never }) as fc.Arbitrary<T>;
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 6, unit: "grapheme" }),
  fc.constantFrom("", "line\nbreak", 'a "quote"', "häé 🦦", "\\", "// no comment", "__proto__"),
);
const name = fc.stringMatching(/^[a-z]{1,8}(?:_[a-z0-9]{1,4})?$/);
const seconds = fc
  .oneof(fc.nat(2_000_000_000), fc.double({ min: 0, max: 2e9, noNaN: true }))
  .map((each) => each + 0);

/** Integers beyond 2^53, which only source text can hold. */
const longInteger = fc
  .bigInt({ min: 2n ** 53n, max: 2n ** 80n })
  .map((each) => JSON.rawJSON(String(each)) as unknown);

/** A JSON value as parsing gives it: no undefined, no -0, keys that do not sort before others. */
const freeValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 1.5, -7, 1e21, 1e-7),
    text,
    longInteger,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(name, tie("value"), { maxKeys: 2, noNullPrototype: true }),
  ),
})).value;

const freeObject = fc.dictionary(name, freeValue, { maxKeys: 3, noNullPrototype: true });

const functionCall: fc.Arbitrary<FunctionCall> = some<FunctionCall>({
  id: text,
  args: freeObject,
  name,
  willContinue: fc.boolean(),
} as never);

const functionResponse: fc.Arbitrary<FunctionResponse> = some<FunctionResponse>({
  id: text,
  name,
  response: freeObject,
} as never);

const base64 = fc
  .uint8Array({ maxLength: 5 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));

const part: fc.Arbitrary<Part> = some<Part>({
  text,
  thought: fc.boolean(),
  thoughtSignature: base64,
  functionCall,
  functionResponse,
  inlineData: some({ data: base64, displayName: text, mimeType: text }),
  fileData: some({ fileUri: text, mimeType: text }),
  executableCode: some({ code: text, language: fc.constantFrom("PYTHON", "cobol") }),
} as never);

const content: fc.Arbitrary<Content> = some<Content>({
  parts: fc.array(part, { maxLength: 2 }),
  role: fc.constantFrom("user", "model"),
});

const rubric: fc.Arbitrary<Rubric> = some<Rubric>(
  {
    rubricId: name,
    rubricContent: some({ textProperty: text }),
    description: text,
    type: fc.constantFrom("FINAL_RESPONSE_QUALITY", "TOOL_USE_QUALITY"),
  },
  ["rubricId", "rubricContent"],
);

const rubrics = fc.array(rubric, { maxLength: 2 });

/** In the form that can be written: ADK leaves empty lists out, and all of them empty is `{}`. */
const authored: fc.Arbitrary<IntermediateData> = fc.oneof(
  fc.constant({ toolUses: [], toolResponses: [], intermediateResponses: [] }),
  some<IntermediateData>(
    {
      toolUses: fc.array(functionCall, { minLength: 1, maxLength: 2 }),
      toolResponses: fc.array(functionResponse, { minLength: 1, maxLength: 1 }),
      intermediateResponses: fc.array(fc.tuple(name, fc.array(part, { maxLength: 1 })), {
        minLength: 1,
        maxLength: 1,
      }),
    },
    ["toolUses"],
  ),
);

const event: fc.Arbitrary<InvocationEvent> = some<InvocationEvent>(
  {
    author: name,
    content,
    groundingMetadata: some({ webSearchQueries: fc.array(text, { maxLength: 1 }) }),
    usageMetadata: some({ promptTokenCount: fc.nat(), totalTokenCount: fc.nat() }),
    modelVersion: text,
  },
  ["author"],
);

/** Not empty: `{}` reads as the authored form. */
const recorded: fc.Arbitrary<InvocationEvents> = fc.record({
  invocationEvents: fc.array(event, { minLength: 1, maxLength: 2 }),
});

const invocation: fc.Arbitrary<Invocation> = some<Omit<Invocation, "simulatedResponses" | "times">>(
  {
    invocationId: text,
    userContent: content,
    finalResponse: content,
    intermediateData: fc.oneof(authored, recorded),
    creationTimestamp: seconds,
    duration: seconds,
    modelDuration: seconds,
    toolDuration: seconds,
    rubrics,
    appDetails: fc.record({
      agentDetails: fc.dictionary(
        name,
        fc.record({
          name,
          instructions: text,
          toolDeclarations: fc.array(freeValue, { maxLength: 1 }),
        }),
        { maxKeys: 1, noNullPrototype: true },
      ),
    }),
  },
  ["invocationId", "userContent", "creationTimestamp"],
);

const scenario: fc.Arbitrary<ConversationScenario> = some<ConversationScenario>(
  {
    startingPrompt: text,
    conversationPlan: text,
    userPersona: fc.oneof(
      fc.constantFrom("EXPERT", "NOVICE", "EVALUATOR"),
      fc.record({ id: name, description: text, behaviors: fc.constant([]) }),
    ),
  },
  ["startingPrompt", "conversationPlan"],
);

/** Keys that are nobody's; null ones are not written, so there are none. */
const extras = fc.dictionary(
  name.map((each) => `x_${each}`),
  freeValue.filter((each) => each !== null),
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
);

const sessionInput: fc.Arbitrary<SessionInput> = some<SessionInput>(
  { appName: text, userId: text, sessionId: text, state: freeObject, extras },
  ["appName", "userId", "state"],
);

const settings: fc.Arbitrary<CaseSettings> = some<CaseSettings>({
  tags: fc.array(name, { maxLength: 2 }),
  matchType: fc.constantFrom("EXACT", "IN_ORDER", "ANY_ORDER"),
  ignoreArgs: fc.boolean(),
  thresholds: fc.dictionary(name, fc.constantFrom(0, 0.5, 1), {
    maxKeys: 1,
    noNullPrototype: true,
  }),
  args: fc.dictionary(
    name,
    fc.dictionary(
      name,
      fc.oneof(
        freeValue.map((equals) => ({ equals })),
        fc.constantFrom({ ignore: true } as const, { regex: "^a+$" }, { range: { min: 1 } }),
        fc.array(freeValue, { maxLength: 2 }).map((oneOf) => ({ oneOf })),
      ),
      { maxKeys: 2, noNullPrototype: true },
    ),
    { maxKeys: 1, noNullPrototype: true },
  ),
  skip: fc.array(name, { maxLength: 1 }),
  turns: fc.oneof(
    fc.constantFrom<TurnChoice>("all", "last"),
    fc.dictionary(name, fc.constantFrom<TurnChoice>("all", "last"), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
  ),
  forbiddenTools: fc.array(name, { maxLength: 1 }),
  optionalTools: fc.array(name, { maxLength: 1 }),
  namesOnly: fc.constant({ "0": [0] }),
  timeoutSeconds: fc.constantFrom(1, 0.5),
  quarantine: name,
  cluster: name,
});

/** A case as reading gives it. */
const evalCase: fc.Arbitrary<EvalCase> = fc
  .tuple(
    some<EvalCase>(
      {
        evalId: text,
        conversation: fc.constant([]),
        conversationScenario: scenario,
        sessionInput,
        creationTimestamp: seconds,
        rubrics,
        finalSessionState: freeObject.filter((state) => Object.keys(state).length > 0),
        assay: settings,
        extras,
      },
      ["evalId", "creationTimestamp", "conversationScenario"],
    ),
    fc.option(fc.array(invocation, { maxLength: 2 })),
  )
  .map(([{ conversation: _, conversationScenario, ...rest }, conversation]) =>
    withUsefulSettings(
      conversation === null ? { ...rest, conversationScenario } : { ...rest, conversation },
    ),
  );

/** Settings that could have no effect in the case are refused by the reader, so they are left out. */
function withUsefulSettings({ assay, ...evalCase }: EvalCase): EvalCase {
  if (assay === undefined) return evalCase;
  const { tags, thresholds, timeoutSeconds, cluster } = assay;
  if (evalCase.conversation === undefined) {
    return {
      ...evalCase,
      assay: JSON.parse(JSON.stringify({ tags, thresholds, timeoutSeconds, cluster })),
    };
  }
  const calls = evalCase.conversation.map(toolCallsOf);
  const [tool] = calls.flat().flatMap((call) => call.name ?? []);
  const { args, namesOnly, ...rest } = assay;
  const [matchers] = Object.values(args ?? {});
  return {
    ...evalCase,
    assay: {
      ...rest,
      ...(tool === undefined || matchers === undefined ? {} : { args: { [tool]: matchers } }),
      ...(namesOnly === undefined || calls[0]?.[0] === undefined ? {} : { namesOnly }),
    },
  };
}

/** An eval set as reading gives it; its ids are unique. */
export const evalSet: fc.Arbitrary<EvalSet> = some<EvalSet>(
  {
    evalSetId: text,
    name: text,
    description: text,
    evalCases: fc.uniqueArray(evalCase, { maxLength: 3, selector: (each) => each.evalId }),
    creationTimestamp: seconds,
    extras,
  },
  ["evalSetId", "evalCases", "creationTimestamp"],
);
