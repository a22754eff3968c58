import { describe, expect, test } from "vitest";
import type { Turn } from "../../core/agent.ts";
import { textContent } from "../../core/content.ts";
import { type AgentFunction, functionAgent } from "../function-agent.ts";
import { writeObserved } from "./observed-steps.ts";
import { recordTurn } from "./record-turn.ts";
import { turnScope } from "./turn-scope.ts";

function see(write: (turn: Turn) => void, place?: number): void {
  const scope = turnScope.getStore();
  if (scope !== undefined) writeObserved(scope, { source: "test", place }, write);
}

async function stepsOf(run: AgentFunction): Promise<readonly string[]> {
  const init = { id: "s", user: "u", state: {}, signal: new AbortController().signal };
  const conversation = await functionAgent(run).start(init);
  const input = { text: "go", content: textContent("user", "go") };
  const { steps } = await recordTurn(conversation, input);
  return steps.map((step) => `${step.type} ${"id" in step ? step.id : ""}`.trim());
}

describe("what is seen from outside", () => {
  test("is recorded when the agent tells nothing itself", async () => {
    const steps = await stepsOf(() => {
      see((turn) => turn.call("a", "look", { at: 1 }));
      see((turn) => turn.result("a", "look", { output: 2 }));
      see((turn) => turn.usage({ input: 3 }));
      return "done";
    });
    expect(steps).toEqual(["call a", "result a", "usage", "text"]);
  });

  test("stands where it belongs when it is reported late", async () => {
    const steps = await stepsOf(() => {
      see((turn) => turn.call("a", "look", {}));
      see((turn) => turn.result("a", "look", { output: 2 }));
      see((turn) => turn.text("Looking."), 0);
      see((turn) => turn.usage({ input: 3 }), 2);
      return "done";
    });
    expect(steps).toEqual(["text", "call a", "usage", "result a", "text"]);
  });

  test("goes where the agent tells the same call by its id, its tokens and its text", async () => {
    const steps = await stepsOf((_, { turn }) => {
      see((seen) => seen.call("a", "look", { at: 1 }));
      see((seen) => seen.result("a", "look", { output: 2 }));
      see((seen) => seen.usage({ input: 3 }));
      see((seen) => seen.text("Looking."));
      turn.call("a", "look", { at: 1 });
      turn.result("a", "look", { output: 2 });
      turn.usage({ input: 3 });
      turn.text("Looking.");
      return "done";
    });
    expect(steps).toEqual(["call a", "result a", "usage", "text", "text"]);
  });

  test("goes once for each call that the agent tells by other ids", async () => {
    const steps = await stepsOf((_, { turn }) => {
      for (const id of ["a", "b", "c"]) {
        see((seen) => seen.call(id, "look", { at: 1 }));
        see((seen) => seen.result(id, "look", { output: 2 }));
      }
      turn.call("own", "look", { at: 1 });
      turn.result("own", "look", { output: 2 });
      return "done";
    });
    expect(steps.toSorted()).toEqual(
      ["call b", "call c", "call own", "result b", "result c", "result own", "text"].toSorted(),
    );
  });
});
