import type { UserFor } from "../core/user-simulator.ts";
import { scriptedUser } from "./scripted-user.ts";

/** The user of a case: its written conversation. Scenarios need a model to play the user. */
export const userFor: UserFor = ({ conversation }) => {
  if (conversation !== undefined) return scriptedUser(conversation);
  return {
    unsupported:
      "The case is a scenario, and this version has no simulated user to play it. Write its conversation out, or leave the case out.",
  };
};

export { scriptedUser };
