import { ToolLoopAgent } from "ai";
import { deskModel } from "./scripted-model.ts";
import { ask_carrier, find_order, refund_order, search_help } from "./tools.ts";

/** What the desk knows about a conversation. In an eval case it is the state of the session. */
type Visit = { readonly customer?: string };

export const rootAgent = new ToolLoopAgent({
  id: "support_desk",
  model: deskModel,
  tools: { find_order, refund_order, search_help, ask_carrier },
  runtimeContext: {} as Visit,
  prepareCall: ({ runtimeContext, ...call }) => ({
    ...call,
    runtimeContext,
    instructions: [
      "You are the support desk of a small shop. Look an order up before you act on it.",
      `You speak with ${runtimeContext?.customer ?? "a customer"}.`,
    ].join("\n"),
  }),
});
