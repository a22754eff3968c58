import type { Conversation } from "./use-case.ts";

type Fault = NonNullable<Conversation["fault"]>["fault"];

const words: Readonly<Record<Fault, string>> = {
  agent: "The agent’s doing",
  "user-simulator": "The simulated user’s doing",
  environment: "The simulated environment’s doing",
  judge: "The judge’s doing",
  infrastructure: "Not the agent’s doing: the machine or the network",
  "eval-set": "The eval set’s doing",
};

/** Whose doing it was that it did not pass, by rule, where that is not the agent's as in most cases. */
export function FaultLine({ data: { fault, result } }: { readonly data: Conversation }) {
  const restarted = result.restarted === true;
  if ((fault === undefined || fault.fault === "agent") && !restarted) return null;
  return (
    <p className="note">
      <span>
        {fault !== undefined && fault.fault !== "agent" && (
          <>
            <strong>{words[fault.fault]}.</strong> {fault.evidence}{" "}
          </>
        )}
        {restarted &&
          "A resume had to begin this conversation again, so that its first agent calls were made twice."}
      </span>
    </p>
  );
}
