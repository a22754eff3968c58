import type { EvalCase, UserPersona } from "../core/eval-set.ts";

/** The id of a case that is played by one of several personas. */
export function personaCaseId(evalId: string, persona: string | UserPersona): string {
  return `${evalId}@${typeof persona === "string" ? persona : persona.id}`;
}

/** Every scenario with every persona, the scenario's own giving way. A written conversation stays as it is. */
export function withPersonas(
  evalCase: EvalCase,
  personas: readonly (string | UserPersona)[],
): readonly EvalCase[] {
  const { conversationScenario: scenario } = evalCase;
  if (scenario === undefined || personas.length === 0) return [evalCase];
  return personas.map((userPersona) => ({
    ...evalCase,
    evalId: personaCaseId(evalCase.evalId, userPersona),
    conversationScenario: { ...scenario, userPersona },
  }));
}
