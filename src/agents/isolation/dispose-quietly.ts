import type { Agent } from "../../core/agent.ts";
import { raceDeadline } from "../../core/async/deadline.ts";
import { restoreUnblamed } from "./built-ins.ts";
import { reportStray } from "./guard-process.ts";
import { asUserCode } from "./user-code.ts";

const DISPOSE_MS = 5_000;

/** Lets an agent go. What it does wrong then changes no result, so it is only reported. */
export async function disposeQuietly(agent: Pick<Agent, "dispose">): Promise<void> {
  if (agent.dispose === undefined) return;
  await inTime(() => agent.dispose?.());
}

/** Ways in which what a factory made says that it can be closed, best first. */
const ways = [Symbol.asyncDispose, Symbol.dispose, "dispose", "close"] as const;

/** Closes whatever a factory made, by the first way it has. */
export async function disposeProduct(product: unknown): Promise<void> {
  const disposable = product as Readonly<Record<string | symbol, unknown>> | null | undefined;
  const mayHaveMethods = typeof disposable === "object" || typeof disposable === "function";
  if (!mayHaveMethods || disposable === null) return;
  await inTime(() => {
    const way = ways.find((each) => typeof disposable[each] === "function");
    return way === undefined
      ? undefined
      : Reflect.apply(disposable[way] as () => unknown, disposable, []);
  });
}

async function inTime(work: () => unknown): Promise<void> {
  try {
    await raceDeadline(
      asUserCode(async () => work(), "The agent"),
      {
        milliseconds: DISPOSE_MS,
        late: () => new Error(`the agent was not disposed of within ${DISPOSE_MS / 1000} s`),
      },
    );
  } catch (error) {
    reportStray(error);
  } finally {
    restoreUnblamed();
  }
}
