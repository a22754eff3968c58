import { expect, test } from "vitest";
import { SimulatorFault, type UserSimulator } from "../core/user-simulator.ts";
import { anEvalCase } from "../testing/builders.ts";
import { endByUser } from "./end-by-user.ts";
import { nextMessage } from "./next-message.ts";

function moveOf(next: UserSimulator["next"], leftMs = 1_000, kill = new AbortController().signal) {
  return nextMessage({ user: { next }, isPlayed: true, invocations: [], leftMs, kill });
}

const aScenario = { startingPrompt: "Hi", conversationPlan: "Greet." };
const simulated = anEvalCase({ conversationScenario: aScenario });

test("a user that fails, or takes longer than the case may, is no failure of the agent", async () => {
  const fault = await moveOf(() => Promise.reject(new SimulatorFault("It said nothing.")));
  expect(fault).toEqual({ type: "fault", message: "It said nothing." });
  const late = await moveOf(() => new Promise(() => {}), 10);
  expect(late).toMatchObject({
    type: "fault",
    message: expect.stringContaining("the user's next message"),
  });
  if (late.type === "say") expect.unreachable();
  else expect(endByUser(late, 1, simulated)).toMatchObject({ status: "not-evaluated" });
});

test("a run that is being stopped is not reported as a fault", async () => {
  const kill = AbortSignal.abort();
  await expect(moveOf(() => Promise.reject(new Error("stopped")), 1_000, kill)).rejects.toThrow();
});

test("a simulated user that never says anything leaves nothing to evaluate", () => {
  const stop = { type: "stop", why: "the limit of 0 turns is reached" } as const;
  expect(endByUser(stop, 0, simulated)).toEqual({
    status: "not-evaluated",
    reason: "simulator-fault",
    simulated: "user",
    detail:
      "The simulated user failed at turn 1: It said nothing: the limit of 0 turns is reached.",
  });
  expect(endByUser(stop, 1, simulated)).toBeUndefined();
  expect(endByUser(stop, 0, anEvalCase({ conversation: [] }))).toBeUndefined();
});
