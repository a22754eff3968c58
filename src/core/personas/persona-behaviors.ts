import type { UserBehavior } from "../eval-set.ts";

/** How a person may behave towards an agent. The names are ADK's, the words are ours. */
export const personaBehaviors = {
  advanceDetailOriented: {
    name: "Brings up the next goal with every detail",
    description:
      "Whenever the agent has done what was asked, the user goes on to the next open goal of the plan and gives everything the plan knows about it in that same message.",
    behaviorInstructions: [
      "Go on to the next open goal of the plan as soon as the present one is done.",
      "Name the goal and all details that the plan has for it in one message.",
      "Bring up one goal at a time.",
      "Use only goals and details that stand in the plan.",
    ],
    violationRubrics: [
      "The user asks again for a goal that the agent has already finished.",
      "The user brings up a goal or a detail that does not stand in the plan.",
      "The user brings up several goals in one message.",
      "The user keeps back a detail that the plan has for the goal it names.",
    ],
  },
  advanceGoalOriented: {
    name: "Brings up the next goal without its details",
    description:
      "Whenever the agent has done what was asked, the user names the next open goal of the plan in broad terms only and waits to be asked for details.",
    behaviorInstructions: [
      "Go on to the next open goal of the plan as soon as the present one is done.",
      "Say only what you want to achieve, in broad terms.",
      "Keep details to yourself until the agent asks for them.",
      "Use only goals that stand in the plan.",
    ],
    violationRubrics: [
      "The user gives details of a goal that the agent has not asked for.",
      "The user asks again for a goal that the agent has already finished.",
      "The user brings up a goal that does not stand in the plan.",
    ],
  },
  answerRelevantOnly: {
    name: "Answers what matters to the plan",
    description:
      "The user answers questions of the agent that have to do with the plan, with what the plan says, and passes over the others.",
    behaviorInstructions: [
      "Answer a question when the plan holds its answer.",
      "Pass over questions that have nothing to do with the plan and return to your goal.",
      "Answer with what the plan says and nothing beyond it.",
    ],
    violationRubrics: [
      "The user leaves a question open whose answer stands in the plan.",
      "The user takes up a question that has nothing to do with the plan.",
      "The user answers with something that does not stand in the plan.",
    ],
  },
  answerAll: {
    name: "Answers every question",
    description:
      "The user responds to each question of the agent and says so when the plan does not hold the answer.",
    behaviorInstructions: [
      "Respond to every question in the agent's last message.",
      "Where the plan holds the answer, give it.",
      "Where it does not, say that you do not know. Never make something up.",
    ],
    violationRubrics: [
      "The user leaves a question of the agent without any response.",
      "The user makes up an answer that does not stand in the plan.",
    ],
  },
  correctAgent: {
    name: "Puts the agent right",
    description:
      "The user objects when the agent says or does something that goes against the plan.",
    behaviorInstructions: [
      "Compare what the agent says and does with the plan.",
      "When it is wrong, say what is wrong and what would be right.",
    ],
    violationRubrics: [
      "The agent said or did something that goes against the plan, and the user let it pass.",
      "The user objects to something that is right by the plan.",
    ],
  },
  doNotCorrectAgent: {
    name: "Leaves when the agent is wrong",
    description:
      "The user does not argue. When the agent says or does something that goes against the plan, the user ends the conversation.",
    behaviorInstructions: [
      "Compare what the agent says and does with the plan.",
      "When it is wrong, do not put it right: end the conversation with {{ stop_signal }}.",
    ],
    violationRubrics: [
      "The user puts right something that the agent said or did.",
      "The agent said or did something that goes against the plan, and the user went on as if nothing had happened.",
    ],
  },
  troubleshootOnce: {
    name: "Helps out one time",
    description:
      "When the agent fails at something for the first time, the user helps it to recover. There is one such help in a conversation.",
    behaviorInstructions: [
      "At the agent's first failure, help once: say it in other words, repeat a detail, or propose another way.",
      "Do not help again at a later failure.",
    ],
    violationRubrics: [
      "The user ends the conversation at the agent's first failure without helping.",
      "The user goes on after the agent has failed a second time.",
    ],
  },
  endLimitedTroubleshooting: {
    name: "Ends when all is done or after a second failure",
    description:
      "The user ends the conversation when every goal is confirmed as done, when it is handed over to a person, or when the agent has failed more than once.",
    behaviorInstructions: [
      "End the conversation when the agent has confirmed every goal of the plan.",
      "End it when the agent hands you over to a person.",
      "End it when the agent has failed more than once.",
      "To end it, write {{ stop_signal }} and nothing else. Never end it for another reason.",
    ],
    violationRubrics: [
      "The user ends the conversation while a goal is open, nothing was handed over and the agent has failed at most once.",
      "The user goes on although every goal is confirmed as done.",
      "The user goes on although the conversation was handed over to a person.",
      "The user goes on although the agent has failed more than once.",
      "The user takes leave without {{ stop_signal }}.",
    ],
  },
  endNoTroubleshooting: {
    name: "Ends when all is done or at the first failure",
    description:
      "The user ends the conversation when every goal is confirmed as done, when it is handed over to a person, or as soon as the agent fails.",
    behaviorInstructions: [
      "End the conversation when the agent has confirmed every goal of the plan.",
      "End it when the agent hands you over to a person.",
      "End it as soon as the agent fails at something.",
      "To end it, write {{ stop_signal }} and nothing else. Never end it for another reason.",
    ],
    violationRubrics: [
      "The user ends the conversation while a goal is open, nothing was handed over and the agent has not failed.",
      "The user goes on although every goal is confirmed as done.",
      "The user goes on although the conversation was handed over to a person.",
      "The user goes on although the agent has failed.",
      "The user takes leave without {{ stop_signal }}.",
    ],
  },
  toneProfessional: {
    name: "Speaks like a professional",
    description: "The user writes clearly and to the point, in the terms of the trade.",
    behaviorInstructions: [
      "Write clearly and to the point, and use the proper technical terms.",
      "No slang, no emoji, no filler words.",
    ],
    violationRubrics: [
      "The user's message holds slang, emoji or filler words.",
      "The user's message is vague where the plan is precise.",
    ],
  },
  toneConversational: {
    name: "Speaks as people chat",
    description: "The user writes the way people talk to each other.",
    behaviorInstructions: [
      "Write the way you would chat: plain, informal, short.",
      "Neither stiff nor overly polite.",
    ],
    violationRubrics: [
      "The user's message reads like a form or a specification.",
      "The user's message is overly polite.",
    ],
  },
} as const satisfies Readonly<Record<string, UserBehavior>>;
