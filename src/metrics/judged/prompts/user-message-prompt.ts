import type { ConversationScenario, UserPersona } from "../../../core/eval-set.ts";
import type { Invocation } from "../../../core/invocation.ts";
import type { JudgeQuestion, Material } from "../../../core/judge.ts";
import { dialogueMaterial } from "./conversation-material.ts";
import { readValidByCriteria, validByCriteriaSchema } from "./valid-by-criteria.ts";
import type { ValidVerdict } from "./valid-question.ts";

interface UserMessage {
  readonly step: string;
  readonly turn: number;
  readonly scenario: ConversationScenario;
  readonly persona: UserPersona | undefined;
  readonly stopSignal: string;
  readonly before: readonly Invocation[];
  readonly message: string;
}

const task = `You check one message of a simulated user: a program that plays a user by a plan, to test an agent.
The message is valid if it meets every criterion that applies to it, and invalid if it clearly breaks one. The agent's own mistakes are not the user's.`;

const generalCriteria = `Criteria:
- plan: the message follows the plan and what it says the user knows; it adds no goals, facts or wishes of its own, and does not give away what the plan holds back.
- ending: the user ends the conversation when everything in the plan is settled or can no longer be settled, and neither earlier nor later.
- goals: the message takes the conversation on towards the next open point of the plan, one at a time, without going back to what is settled.
- troubleshooting: the user helps an agent that is stuck at most once, and does not do its work for it.
- answering: questions of the agent that the plan can answer are answered; for others the user says that they do not know.
- correcting: where the agent misunderstood or got the user's facts wrong, the user says so.
- tone: it reads like a message of a person, not of a program.`;

const personaCriteria = `Criteria: the rules of this user in the material, one by one. A message that does what a rule lists as a violation breaks that rule.
Whatever the rules say, the message must follow the plan and invent nothing.`;

/** Asks whether a simulated user's message is one that this user would write here. */
export function userMessageQuestion(asked: UserMessage): JudgeQuestion<ValidVerdict> {
  const { step, turn, scenario, persona, stopSignal, before, message } = asked;
  const ending = `To end the conversation this user writes ${JSON.stringify(stopSignal)}; a message with it is the user's decision to stop here.`;
  return {
    step,
    turn,
    promptVersion: 2,
    instructions: [
      task,
      persona === undefined ? generalCriteria : personaCriteria,
      ending,
      'Answer with "criteria", one entry for each that you looked at (its "name", a short "rationale", and whether it "passes"), then a "rationale" for the whole. Say in "agent_at_fault" whether the agent itself went wrong in its answer right before this message, so that the conversation suffers: "yes", "no" or "cannot_tell"; this does not touch the verdict. Last the "verdict" on the message: "valid", "invalid", or "cannot_tell" if the material does not let you decide.',
    ].join("\n\n"),
    material: [
      { title: "Plan of the simulated user", text: scenario.conversationPlan },
      ...(persona === undefined ? [] : [rulesOf(persona, stopSignal)]),
      dialogueMaterial(before),
      { title: "Message of the simulated user, to be judged", text: message },
    ],
    schema: validByCriteriaSchema,
    read: readValidByCriteria,
  };
}

function rulesOf({ description, behaviors }: UserPersona, stopSignal: string): Material {
  const rules = behaviors.map((each) => ({
    name: each.name,
    description: each.description,
    instructions: each.behaviorInstructions,
    violations: each.violationRubrics,
  }));
  const text = JSON.stringify({ description, rules }, null, 1);
  const signal = JSON.stringify(stopSignal).slice(1, -1);
  return {
    title: "Rules of this user",
    text: text.replace(/\{\{\s*stop_signal\s*\}\}/g, () => signal),
  };
}
