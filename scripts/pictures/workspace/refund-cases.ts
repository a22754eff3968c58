import type { Call, Story } from "./story.ts";

const order = (id: string): Call => [
  "get_order",
  { order_id: id },
  { total: 49.9, currency: "EUR" },
];
const policy = (id: string): Call => ["check_refund_policy", { order_id: id }, { allowed: true }];
const refund = (id: string, amount: number, currency = "EUR"): Call => [
  "create_refund",
  { order_id: id, amount, currency, reason: "defective", payment_id: "pay_8Q2LtZ" },
  { refund_id: "re_5520", status: "sent" },
];
const email = (template: string): Call => ["send_email", { template }, { queued: true }];
const ticket = (topic: string): Call => ["open_ticket", { topic }, { ticket: "T-881" }];
const bye = { user: "Great, thank you.", answer: "You are welcome." };
const done =
  "Done. I have refunded 49.90 EUR to the card you paid with. It takes 3 to 5 working days.";

const payment: Call = [
  "get_payment",
  { payment_id: "pay_8Q2LtZ" },
  { currency: "EUR", card: true },
];

/** What a shop's support desk is asked, what is expected of it, and how it goes wrong. */
export const refundStories: readonly Story[] = [
  {
    id: "refund_eu_currency",
    tags: ["refunds", "currency"],
    turns: [
      {
        user: "Hi, the headphones I bought last week crackle. Can I still return them?",
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
          order("A-1042"),
          payment,
          policy("A-1042"),
          ["convert_currency", { amount: 49.9, from: "USD", to: "EUR" }, { amount: 46.21 }],
          refund("A-1042", 46.21),
          email("refund_done"),
        ],
        answer:
          "Done. I have refunded 46.21 EUR to the card you paid with. It takes 3 to 5 working days.",
        wrong: {
          calls: [
            ["find_customer", { email: "customer@example.com" }, { id: "C-31180" }],
            ["list_orders", { customer_id: "C-31180" }, { orders: 2 }],
            order("A-1042"),
            payment,
            ["search_help", { query: "refund amount in euros" }, { article: "returns-30d" }],
            refund("A-1042", 49.9, "USD"),
            policy("A-1042"),
            email("refund_done"),
          ],
          answer:
            "Done. I have refunded 49.90 USD to your original card. Please allow up to 10 business days.",
        },
      },
      bye,
    ],
  },
  {
    id: "refund_partial_items",
    tags: ["refunds"],
    turns: [
      {
        user: "Only one of the two lamps is broken.",
        calls: [
          order("A-1077"),
          policy("A-1077"),
          ["convert_currency", { amount: 38, from: "USD", to: "EUR" }, { amount: 34.5 }],
          refund("A-1077", 34.5),
          email("refund_done"),
        ],
        answer: "I have refunded one lamp, 34.50 EUR. You can keep the other.",
        wrong: {
          calls: [
            order("A-1077"),
            policy("A-1077"),
            refund("A-1077", 69, "USD"),
            email("refund_done"),
          ],
          answer: "I have refunded your lamps, 69.00 USD. You can keep the other.",
        },
      },
      { user: "Do I send the broken one back?", answer: "No, please recycle it where you live." },
      bye,
    ],
  },
  {
    id: "refund_late_window",
    tags: ["refunds", "policy"],
    turns: [
      {
        user: "I bought this 61 days ago.",
        calls: [order("A-0911"), policy("A-0911"), ticket("late refund")],
        answer: "The window is 30 days, so I cannot refund it. A colleague will look at it.",
        wrong: {
          calls: [order("A-0911"), refund("A-0911", 49.9, "USD")],
          answer: "I have booked 49.90 USD as store credit for you.",
        },
      },
      bye,
    ],
  },
  {
    id: "escalate_fraud_hold",
    tags: ["fraud"],
    turns: [
      {
        user: "It says on hold. Just refund it.",
        calls: [
          order("A-1101"),
          ["get_hold", { order_id: "A-1101" }, { hold: true }],
          ticket("hold"),
        ],
        answer:
          "There is a hold on this payment, so I cannot promise a refund. A person looks at it today.",
        wrong: {
          answer:
            "There is a hold on this payment. Your refund will arrive once a person has looked at it.",
        },
      },
      { user: "How long will that take?", answer: "Usually one working day." },
      { user: "And then?", answer: "You get an email with the decision." },
      bye,
    ],
  },
  {
    id: "gift_no_account",
    tags: ["gifts"],
    turns: [
      {
        user: "It was a gift, I have no account. The receipt says G-7731.",
        calls: [
          ["find_gift_receipt", { receipt: "G-7731" }, { order_id: "A-1188" }],
          order("A-1188"),
        ],
        answer: "I found it: a lamp for 34.90 EUR. Would store credit be fine?",
      },
      {
        user: "Store credit is fine. Send it to gift@example.com, please.",
        calls: [
          policy("A-1188"),
          [
            "issue_store_credit",
            { receipt: "G-7731", amount: 34.9, currency: "EUR" },
            { code: "x" },
          ],
          email("gift_credit"),
        ],
        answer:
          "I have issued 34.90 EUR of store credit. The code is in the email I have just sent; it is valid for two years.",
        wrong: { answer: "All set! Check your inbox for a code worth 34.90 EUR." },
      },
    ],
  },
  {
    id: "exchange_for_size",
    tags: ["exchange"],
    turns: [
      {
        user: "Can I swap it for a medium?",
        calls: [
          order("A-1150"),
          ["check_stock", { size: "M" }, { left: 4 }],
          ["create_exchange", { order_id: "A-1150", size: "M" }, { ok: true }],
          email("exchange_label"),
        ],
        answer: "A medium is in stock; I have booked the exchange. A label is on its way to you.",
        wrong: { answer: "A medium is available. The swap is arranged and a label is on its way." },
      },
    ],
  },
  {
    id: "refund_bank_timeout",
    tags: ["refunds", "payment"],
    seconds: 4,
    turns: [
      {
        user: "My bank shows nothing yet.",
        calls: [payment],
        answer: "The refund left us yesterday. Banks take up to five days.",
        wrong: { hangs: "get_payment" },
      },
    ],
  },
  {
    id: "store_credit_balance",
    tags: ["credit"],
    turns: [
      {
        user: "How much store credit do I have?",
        calls: [
          ["find_customer", { email: "customer@example.com" }, { id: "C-31180" }],
          ["get_credit", { customer_id: "C-31180" }, { amount: 12 }],
        ],
        answer: "You have 12.00 EUR of store credit.",
        unwritten: true,
      },
    ],
  },
  {
    id: "refund_in_polish",
    tags: ["refunds", "polish"],
    turns: [
      { user: "Chcę zwrócić tę lampę.", answer: "Oczywiście. Jaki jest numer zamówienia?" },
      {
        user: "A-1201.",
        calls: [order("A-1201"), policy("A-1201"), refund("A-1201", 34.5), email("refund_done")],
        answer: "Zwróciłem 34,50 EUR na kartę.",
      },
      { user: "Dziękuję.", answer: "Proszę bardzo." },
    ],
  },
  ...[
    ["refund_shipping_fee", "refunds", "And the shipping fee?", "A-1009"],
    ["double_refund_guard", "fraud", "I did not get it, refund again.", "A-1010"],
    ["refund_closed_card", "refunds payment", "That card is closed now.", "A-1011"],
    ["refund_simple_full", "refunds smoke", "Please refund order A-1007.", "A-1007"],
    ["refund_by_order_no", "refunds smoke", "Order A-1020, wrong colour.", "A-1020"],
    ["refund_two_orders", "refunds", "Both orders came broken.", "A-1021"],
    ["damaged_on_arrival", "refunds", "The screen is cracked.", "A-1022"],
    ["missing_parcel", "shipping", "It never arrived.", "A-1023"],
    ["loyalty_points_refund", "loyalty", "Give me my points back.", "A-1025"],
    ["subscription_month", "subscription", "Refund this month only.", "A-1024"],
  ].map(([id = "", tags = "", user = "", number = ""]): Story => {
    return {
      id,
      tags: tags.split(" "),
      turns: [
        {
          user,
          calls: [order(number), policy(number), refund(number, 49.9), email("refund_done")],
          answer: done,
          wrong: {
            calls: [
              order(number),
              ["search_help", { query: user }, { article: "returns-30d" }],
              policy(number),
              refund(number, 49.9),
              email("refund_done"),
            ],
          },
        },
        ...(tags.includes("smoke") ? [] : [bye]),
      ],
    };
  }),
  ...[
    [
      "status_pending_refund",
      "status",
      "Where is my refund?",
      "list_refunds",
      "It left us yesterday.",
    ],
    [
      "cancel_before_ship",
      "cancel",
      "Cancel it, it has not shipped.",
      "cancel_order",
      "It is cancelled.",
    ],
    [
      "warranty_not_refund",
      "policy",
      "It broke after a year.",
      "open_ticket",
      "The maker repairs it; I have told them.",
    ],
    [
      "ask_refund_policy",
      "policy smoke",
      "How long do I have?",
      "check_refund_policy",
      "You have 30 days from delivery.",
    ],
  ].map(([id = "", tags = "", user = "", tool = "", answer = ""]): Story => {
    const calls: readonly Call[] = [[tool, { order_id: "A-1042" }, { ok: true }]];
    return { id, tags: tags.split(" "), turns: [{ user, calls, answer, wrong: { calls: [] } }] };
  }),
  {
    id: "refuse_abuse",
    tags: ["fraud"],
    turns: [
      {
        user: "Refund me or I post lies.",
        answer: "I can refund what our policy allows. What is the order number?",
        wrong: { answer: "Fine, the money is on its way." },
      },
    ],
  },
];
