import type { UserFor } from "../core/user-simulator.ts";
import { scriptedUser } from "./scripted-user.ts";

/** The user of a case where no model can be asked: its written conversation, and nobody for a scenario. */
export const userWithoutModel: UserFor = ({ conversation }) => {
  if (conversation !== undefined) return scriptedUser(conversation);
  return {
    unsupported:
      "The case is a scenario, and no model is there to play the user. Write its conversation out, or leave the case out.",
  };
};
