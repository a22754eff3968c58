import { textContent } from "../../../core/content.ts";
import type { ConversationScenario } from "../../../core/eval-set.ts";
import type { Invocation } from "../../../core/invocation.ts";
import type { ControlQuestion, ControlSet } from "../../../core/judge-check.ts";

/** A turn as control questions write it. */
interface WrittenTurn {
  readonly user: string;
  readonly answer?: string | undefined;
  readonly reference?: string | undefined;
  readonly rubric?: string | undefined;
  /** Tool, arguments and what it answered, in order. */
  readonly calls?: readonly (readonly [tool: string, args: object, response: object])[] | undefined;
  readonly instructions?: string | undefined;
  readonly tools?: readonly string[] | undefined;
}

export type WrittenConversation = readonly WrittenTurn[];

interface WrittenSet {
  readonly metric: string;
  readonly promptVersion: number;
  readonly threshold: number;
  readonly passes: readonly WrittenConversation[];
  readonly fails: readonly WrittenConversation[];
  /** Where the user is simulated: by what, one for each of the passes, then of the fails. */
  readonly scenarios?: readonly ConversationScenario[] | undefined;
}

/** A set from conversations that must pass and conversations that must fail. */
export function controlSet({ passes, fails, scenarios, ...about }: WrittenSet): ControlSet {
  const labelled = [
    ...passes.map((turns, place) => ({ label: "pass" as const, turns, id: `pass-${place + 1}` })),
    ...fails.map((turns, place) => ({ label: "fail" as const, turns, id: `fail-${place + 1}` })),
  ];
  const questions = labelled.map(
    ({ id, label, turns }, place): ControlQuestion => ({
      id,
      label,
      actual: turns.map((turn, at) => actualTurn(turn, at)),
      evalCase: {
        evalId: id,
        creationTimestamp: 0,
        finalSessionState: {},
        ...(scenarios === undefined
          ? { conversation: turns.map((turn, at) => expectedTurn(turn, at)) }
          : { conversationScenario: scenarios[place] }),
      },
    }),
  );
  return { ...about, questions };
}

function expectedTurn({ user, reference, rubric }: WrittenTurn, place: number): Invocation {
  return {
    invocationId: `turn-${place + 1}`,
    userContent: textContent("user", user),
    creationTimestamp: 0,
    ...(reference === undefined ? {} : { finalResponse: textContent("model", reference) }),
    ...rubricsOf(rubric),
  };
}

function actualTurn(turn: WrittenTurn, place: number): Invocation {
  const { answer, calls, instructions = "", tools } = turn;
  const { finalResponse: _, ...begun } = expectedTurn(turn, place);
  const known = instructions !== "" || tools !== undefined;
  const toolDeclarations = (tools ?? []).map((description) => ({
    name: description.split("(")[0],
    description,
  }));
  return {
    ...begun,
    ...(answer === undefined ? {} : { finalResponse: textContent("model", answer) }),
    ...(calls === undefined ? {} : { intermediateData: recorded(calls) }),
    ...(known
      ? {
          appDetails: {
            agentDetails: { agent: { name: "agent", instructions, toolDeclarations } },
          },
        }
      : {}),
  };
}

function rubricsOf(rubric: string | undefined): Pick<Invocation, "rubrics"> {
  if (rubric === undefined) return {};
  return { rubrics: [{ rubricId: rubric, rubricContent: { textProperty: rubric } }] };
}

function recorded(calls: NonNullable<WrittenTurn["calls"]>): Invocation["intermediateData"] {
  const events = calls.flatMap(([name, args, response], place) => {
    const id = `call-${place + 1}`;
    const call = { id, name, args: args as Record<string, unknown> };
    const answer = { id, name, response: response as Record<string, unknown> };
    return [
      { author: "agent", content: { role: "model", parts: [{ functionCall: call }] } },
      { author: "agent", content: { role: "user", parts: [{ functionResponse: answer }] } },
    ];
  });
  return { invocationEvents: events };
}
