import { AgentFault, turnScope } from "./turn-scope.ts";

/**
 * Keeps one agent's accident from ending the run: `process.exit`, an exception in a callback and a rejection nobody
 * handles fail the turn they came from. What belongs to no open turn is handed to `onStray`. Returns how to undo it.
 */
export function guardProcess(onStray: (error: unknown) => void): () => void {
  const blame = (error: unknown): void => {
    if (turnScope.getStore()?.fail(error) !== true) onStray(error);
  };
  process.on("uncaughtException", blame);
  process.on("unhandledRejection", blame);
  const ungate = gateExit();
  return () => {
    process.off("uncaughtException", blame);
    process.off("unhandledRejection", blame);
    ungate();
  };
}

function gateExit(): () => void {
  const exit = process.exit;
  process.exit = (code) => {
    const scope = turnScope.getStore();
    if (scope === undefined) return exit(code);
    const shown = code ?? process.exitCode ?? 0;
    process.exitCode = undefined;
    const fault = new AgentFault(`The agent called process.exit(${shown}).`);
    // the place to show is where the agent called it
    Error.captureStackTrace(fault, process.exit);
    // thrown as well, so that nothing runs after a call that never returns
    scope.fail(fault);
    throw fault;
  };
  return () => {
    process.exit = exit;
  };
}
