import type { Calls, Script } from "./scripted-model.ts";

export const hostScript: Script = function* (text) {
  // wrong on purpose, see instructive-failure.json: in a hurry it guesses
  const hurried = /is (\d+) .*quickly/i.exec(text)?.[1];
  if (hurried) return `Yes, ${hurried} is a prime number.`;
  if (/prime/i.test(text)) {
    const [found] = yield [["prime_checker", { request: text }]];
    return String(found?.result);
  }
  if (/roll/i.test(text)) yield [["transfer_to_agent", { agentName: "roller" }]];
  return "I can have dice rolled and numbers checked.";
};

export const rollerScript: Script = function* (text) {
  const [, count, sides] = /roll (a|two) dic?e with (\d+) sides/i.exec(text) ?? [];
  if (sides === undefined) yield [["transfer_to_agent", { agentName: "dice_host" }]];
  const roll: Calls[number] = ["roll_die", { sides: Number(sides) }];
  const results = yield count === "two" ? [roll, roll] : [roll];
  return `You rolled ${results.map(({ rolled }) => `a ${rolled}`).join(" and ")}.`;
};

export const primeScript: Script = function* (text) {
  const number = Number(/\d+/.exec(text)?.[0]);
  const [found] = yield [["check_prime", { number }]];
  return found?.prime
    ? `Yes, ${number} is a prime number.`
    : `No, ${number} is not a prime number.`;
};
