import type { Call, Story } from "./story.ts";

const byRefunds = ([tool, args, result]: Call): Call => [tool, args, result, "refund_agent"];

/** What somebody says in the playground; no set asks for it. */
export const chatStories: readonly Story[] = [
  {
    id: "Refund in euros",
    tags: [],
    pace: 0.4,
    turns: [
      {
        user: "Hi, my headphones from last week crackle. Can I still return them?",
        calls: [
          ["search_help", { query: "defective item" }, { article: "returns-30d" }],
          ["get_article", { id: "returns-30d" }, { days: 30 }],
        ],
        answer:
          "Yes. A defective item can go back within 30 days of delivery. What is the order number?",
      },
      {
        user: "Order A-1042. I paid in euros. Can you refund the headphones to my card?",
        calls: [
          ["find_customer", { email: "customer@example.com" }, { id: "C-31180" }],
          ["list_orders", { customer_id: "C-31180" }, { orders: 2 }],
          ["get_order", { order_id: "A-1042" }, { total: 49.9, currency: "USD" }],
          ["get_payment", { payment_id: "pay_8Q2LtZ" }, { currency: "EUR", card: true }],
          ...(
            [
              [
                "check_refund_policy",
                { order_id: "A-1042", as_of: "2026-11-15T10:15:42Z" },
                { allowed: true, until: "2026-12-08" },
              ],
              [
                "convert_currency",
                { amount: 49.9, from: "USD", to: "EUR" },
                "503, no live rate for USD to EUR",
              ],
              [
                "convert_currency",
                { amount: 49.9, from: "USD", to: "EUR", date: "2026-11-14" },
                { amount: 46.21, rate: 0.926 },
              ],
              [
                "create_refund",
                {
                  amount: 46.21,
                  currency: "EUR",
                  payment_id: "pay_8Q2LtZ",
                  reason: "defective",
                  note: "Left side crackles",
                },
                { refund_id: "re_5520", status: "sent", arrives_in_days: [3, 5] },
              ],
              [
                "send_email",
                { template: "refund_done", to: "customer@example.com" },
                { queued: true },
              ],
            ] as const
          ).map(byRefunds),
        ],
        answer:
          "Done. I have refunded 46.21 EUR to the card you paid with. It takes 3 to 5 working days. You get an email when the money has left us, and another one when your bank has taken it. If the left side of the next pair crackles as well, write to us again and we look at the whole batch.",
      },
      { user: "Great, thank you.", answer: "You are welcome." },
    ],
  },
  ...[
    ["Two parcels, one return", "I got two parcels and want to return one of them."],
    ["Gift, no account", "Somebody gave me this lamp. I have no account with you."],
    ["Exchange for a size", "The shirt is too small. Do you have it in medium?"],
  ].map(([id = "", user = ""]): Story => {
    const calls: readonly Call[] = [["search_help", { query: id }, { article: "returns-30d" }]];
    return {
      id,
      tags: [],
      pace: 0.05,
      turns: [{ user, calls, answer: "Yes, that is possible. What is the order number?" }],
    };
  }),
];
