import type { RunEvent } from "../run.ts";

/**
 * An event without the words of its conversation: what was asked and answered, what models said, and details of metrics.
 * The fold of a run's matrix gives the same for it as for the whole event.
 */
export function slimEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case "case-start": {
      const { evalId, creationTimestamp, assay } = event.evalCase;
      const tags = assay?.tags;
      return {
        ...event,
        evalCase: { evalId, creationTimestamp, ...(tags && { assay: { tags } }) },
      };
    }
    case "turn-end": {
      const { invocationId, creationTimestamp } = event.invocation;
      const nothing = { role: "user", parts: [] };
      const { state: _, memory: __, output: ___, requests: ____, ...rest } = event;
      return { ...rest, invocation: { invocationId, userContent: nothing, creationTimestamp } };
    }
    case "state-set":
      return { ...event, state: {} };
    case "call-end":
      return { ...event, reply: { ...event.reply, text: "" } };
    case "case-end": {
      const { partial: _, partialRequests: __, output: ___, ...rest } = event;
      const metrics = event.metrics.map(({ details: ____, ...metric }) => metric);
      return { ...rest, metrics };
    }
    case "run-start":
    case "run-resume":
    case "check-end":
    case "gates-end":
    case "run-end":
    case "run-mark":
      return event;
  }
}
