import { FunctionTool } from "@google/adk";
import { z } from "zod";

export const rollDie = new FunctionTool({
  name: "roll_die",
  description: "Rolls one die.",
  parameters: z.object({ sides: z.number() }),
  execute({ sides }, context) {
    // chance cannot be evaluated, so a case brings its rolls in the session state
    const [next, ...rest] = context?.state.get<number[]>("dice", []) ?? [];
    context?.state.set("dice", rest);
    return { rolled: next ?? 1 + Math.floor(Math.random() * sides) };
  },
});

export const checkPrime = new FunctionTool({
  name: "check_prime",
  description: "Whether a number is prime.",
  parameters: z.object({ number: z.number() }),
  execute({ number }) {
    for (let factor = 2; factor * factor <= number; factor += 1) {
      if (number % factor === 0) return { prime: false, factor };
    }
    return { prime: number > 1 };
  },
});
