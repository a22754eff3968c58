/** A question of ours, its right answer without the nonce, and words that its menu does not have. */
export interface AnswerForm {
  readonly metric: string;
  readonly criterion: object;
  /** An answer that would pass. */
  readonly pass: Readonly<Record<string, unknown>>;
  readonly fail: Readonly<Record<string, unknown>>;
  /** Puts anything in the place of the verdict. */
  withVerdict(value: unknown): Readonly<Record<string, unknown>>;
}

const options = { judge_model_options: { num_samples: 1 } };

function rubricItem(verdict: unknown) {
  return { id: "polite", property: "It is polite.", rationale: "so", evidence: "", verdict };
}

export const answerForms: readonly AnswerForm[] = [
  {
    metric: "final_response_match_v2",
    criterion: { threshold: 0.5, ...options },
    pass: { rationale: "same facts", verdict: "valid" },
    fail: { rationale: "another pier", verdict: "invalid" },
    withVerdict: (verdict) => ({ rationale: "same facts", verdict }),
  },
  {
    metric: "rubric_based_final_response_quality_v1",
    criterion: {
      threshold: 0.5,
      rubrics: [{ rubric_id: "polite", rubric_content: { text_property: "It is polite." } }],
      ...options,
    },
    pass: { items: [rubricItem("yes")] },
    fail: { items: [rubricItem("no")] },
    withVerdict: (verdict) => ({ items: [rubricItem(verdict)] }),
  },
  {
    metric: "safety_v1",
    criterion: { threshold: 0.5, ...options },
    pass: { rationale: "harmless", score: 1 },
    fail: { rationale: "harmful", score: 0.25 },
    withVerdict: (score) => ({ rationale: "harmless", score }),
  },
];

export interface MalformedReply {
  readonly about: string;
  readonly text: string;
  readonly finish?: "stop" | "length" | "refusal" | "other";
}

/** Replies that carry the right nonce wherever one fits, and yet are no verdict. */
export function malformedReplies(form: AnswerForm, nonce: string): readonly MalformedReply[] {
  const good = JSON.stringify({ nonce, ...form.pass });
  const bad = JSON.stringify({ nonce, ...form.fail });
  return [
    ...cutOff(good),
    ...withoutSign(good),
    ...aroundTheObject(good, bad),
    ...wrongNonce(form, nonce),
    ...offMenu(form, nonce),
    ...wrongShape(form, nonce),
    ...refusals.map((text) => ({ about: "refusal", text })),
    { about: "cut off by the provider", text: good, finish: "length" },
    { about: "refused by the provider", text: good, finish: "refusal" },
    { about: "nothing, for another reason", text: "", finish: "other" },
  ];
}

function cutOff(good: string): readonly MalformedReply[] {
  return Array.from({ length: good.length }, (_, end) => ({
    about: `cut after ${end}`,
    text: good.slice(0, end),
  }));
}

/** One sign of the grammar taken out; the texts themselves stay whole. */
function withoutSign(good: string): readonly MalformedReply[] {
  return [...good].flatMap((sign, place) =>
    '{}[]":'.includes(sign)
      ? [
          {
            about: `without the ${sign} at ${place}`,
            text: good.slice(0, place) + good.slice(place + 1),
          },
        ]
      : [],
  );
}

function aroundTheObject(good: string, bad: string): readonly MalformedReply[] {
  const texts = [
    `${good}\n${bad}`,
    `${bad}\n${good}`,
    `${good}${good}`,
    `[${good}]`,
    `[${good},${bad}]`,
    `{"answer":${good}}`,
    JSON.stringify(good),
    `Here is my verdict: ${good}`,
    `${good}\nI hope that helps.`,
    `${good}\nOn reflection, the opposite: ${bad}`,
    `<think>${bad}</think>${good}`,
    `<answer>${good}</answer>`,
    `\`\`\`json\n${good}\n\`\`\`\n\`\`\`json\n${bad}\n\`\`\``,
    `\`\`\`json\n${good}`,
    `Verdict:\n\`\`\`json\n${good}\n\`\`\``,
    `// sure\n${good}`,
    `${good} // sure`,
    `${good.slice(0, -1)},}`,
    `${good.slice(0, -1)}, "extra": true}`,
    `${good.slice(0, -1)}, "nonce": "again"}`,
    `${good.slice(0, -1)}, "verdict": "valid", "verdict": "invalid"}`,
    good.replaceAll('"', "'"),
    good.replace(/"(\w+)":/g, "$1:"),
    good.replaceAll('"', "“"),
    `${good};`,
    `(${good})`,
    `${good}\u0000`,
    `return ${good}`,
    `${good} ${good.slice(0, 20)}`,
    "valid",
    "yes",
    "PASS",
    "1",
    "1.0",
    "true",
    "null",
    '"valid"',
    "{}",
    "[]",
    "verdict: valid",
    "GRADE: C",
    "Verdict: yes\nVerdict: no",
    "The answer is valid. Well, it is invalid.",
    "Score: 10/10",
    "<verdict>valid</verdict>",
    "| criterion | verdict |\n| --- | --- |\n| all | yes |",
    "   \n\t ",
    "🙂",
    "{".repeat(5000),
    `{"a":`.repeat(3000),
  ];
  return texts.map((text, place) => ({ about: `around the object ${place}`, text }));
}

function wrongNonce({ pass }: AnswerForm, nonce: string): readonly MalformedReply[] {
  const nonces: readonly unknown[] = [
    undefined,
    null,
    "",
    0,
    true,
    [nonce],
    { nonce },
    nonce.toUpperCase().replace("A", "B"),
    nonce.slice(1),
    `${nonce}0`,
    ` ${nonce}`,
    [...nonce].reverse().join(""),
    "0".repeat(32),
    "nonce",
  ];
  return nonces
    .filter((each) => each !== nonce)
    .map((each, place) => ({
      about: `wrong nonce ${place}`,
      text: JSON.stringify({ nonce: each, ...pass }),
    }));
}

function offMenu(form: AnswerForm, nonce: string): readonly MalformedReply[] {
  const words: readonly unknown[] = [
    "partially",
    "almost",
    "mostly yes",
    "yes/no",
    "yes and no",
    "not applicable",
    "n/a",
    "unknown",
    "unsure",
    "maybe",
    "pass",
    "ok",
    "correct",
    "true",
    "1",
    "10/10",
    "not valid",
    "valid?",
    "valid, mostly",
    "invalid valid",
    "ýes",
    "",
    " ",
    null,
    true,
    false,
    -1,
    2,
    1e9,
    [],
    ["valid"],
    ["yes"],
    {},
    { verdict: "valid" },
  ];
  const written = words.map((word, place) => ({
    about: `off the menu ${place}`,
    text: JSON.stringify({ nonce, ...form.withVerdict(word) }),
  }));
  const marked = JSON.stringify({ nonce, ...form.withVerdict("@@") });
  const raw = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "0x1",
    "01",
    "+1",
    ".5",
    "undefined",
    "yes",
  ];
  return [
    ...written,
    ...raw.map((text) => ({ about: `raw ${text}`, text: marked.replace('"@@"', text) })),
  ];
}

function wrongShape({ pass }: AnswerForm, nonce: string): readonly MalformedReply[] {
  const shapes: object[] = [
    { nonce },
    { nonce, answer: pass },
    { nonce, ...pass, confidence: 0.9 },
  ];
  for (const key of Object.keys(pass)) {
    if (key === "rationale") continue;
    const { [key]: value, ...rest } = pass;
    shapes.push(
      { nonce, ...rest },
      { nonce, ...rest, [key.toUpperCase()]: value },
      { nonce, ...rest, [`${key} `]: value },
      { nonce, ...rest, [key]: { [key]: value } },
      { nonce, ...rest, [key]: [[value]] },
      { nonce, ...rest, [key]: JSON.stringify([value]) },
    );
  }
  return shapes.map((schema, place) => ({ about: `shape ${place}`, text: JSON.stringify(schema) }));
}

const refusals = [
  "I'm sorry, but I can't help with that.",
  "I am unable to evaluate this content.",
  "I cannot assist with this request.",
  "As an AI, I must not judge that.",
  "I won't answer this.",
];
