import { ToolLoopAgent, tool } from "ai";
import { z } from "zod";
import { carrierModel } from "./scripted-model.ts";

const orders: Readonly<Record<string, { item: string; price: number; parcel?: string }>> = {
  "1042": { item: "kettle", price: 39, parcel: "NO-77" },
  "2077": { item: "armchair", price: 120 },
};

const articles: Readonly<Record<string, string>> = {
  password: "Choose Forgot password on the sign-in page and follow the link in the mail.",
  returns: "Send an item back within 30 days with the label from your account.",
};

export const find_order = tool({
  description: "Looks an order up by its number.",
  inputSchema: z.object({ order_id: z.string() }),
  async execute({ order_id }) {
    const order = orders[order_id];
    if (order === undefined) throw new Error(`there is no order ${order_id}`);
    return order;
  },
});

/** Small sums are paid back at once; more than 50 euros need somebody's yes. */
export const refund_order = tool({
  description: "Pays the price of an order back.",
  inputSchema: z.object({ order_id: z.string(), amount: z.number() }),
  needsApproval: ({ amount }) => amount > 50,
  async execute({ order_id, amount }) {
    return { order_id, refunded: amount };
  },
});

export const search_help = tool({
  description: "Finds an article of the help pages.",
  inputSchema: z.object({ topic: z.string() }),
  async execute({ topic }) {
    return articles[topic] ?? "There is no such article.";
  },
});

const track_parcel = tool({
  description: "Where a parcel is.",
  inputSchema: z.object({ parcel: z.string() }),
  async execute({ parcel }) {
    return { parcel, place: "Hamburg", arrives: "Tuesday" };
  },
});

/** An agent of its own. What it does inside the tool is recorded, and is no part of the desk's trajectory. */
const carrier = new ToolLoopAgent({ id: "carrier", model: carrierModel, tools: { track_parcel } });

export const ask_carrier = tool({
  description: "Asks the carrier about a parcel.",
  inputSchema: z.object({ parcel: z.string() }),
  async execute({ parcel }, { abortSignal }) {
    const { text } = await carrier.generate({ prompt: parcel, abortSignal });
    return text;
  },
});
