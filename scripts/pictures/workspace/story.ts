/** A tool, what it is given, and what it gives; an error where that is a text. */
export type Call = readonly [
  tool: string,
  args: object,
  result: object | string,
  /** The agent that calls it, where it is not the root. */
  author?: string,
];

interface StoryTurn {
  readonly user: string;
  readonly calls?: readonly Call[];
  readonly answer: string;
  /** What the agent does instead where it fails. */
  readonly wrong?: {
    readonly calls?: readonly Call[];
    readonly answer?: string;
    /** A tool that never answers. */
    readonly hangs?: string;
  };
  /** The set has no reference answer for it. */
  readonly unwritten?: boolean;
}

/** A case, and the agent's part in it. */
export interface Story {
  readonly id: string;
  readonly tags: readonly string[];
  readonly turns: readonly StoryTurn[];
  /** After which a turn is given up. */
  readonly seconds?: number;
  /** Slower or faster than the others. */
  readonly pace?: number;
}

/** How the trials of a case go, by its id: `"pfp"` fails the second of three. The rest pass. */
export type Trials = Readonly<Record<string, string>>;

/** The set that asks for what the stories tell. */
export function setOf(id: string, stories: readonly Story[]): object {
  return {
    eval_set_id: id,
    eval_cases: stories.map((story) => ({
      eval_id: story.id,
      conversation: story.turns.map(({ user, calls = [], answer, unwritten }) => ({
        user_content: { role: "user", parts: [{ text: user }] },
        ...(!unwritten && { final_response: { role: "model", parts: [{ text: answer }] } }),
        intermediate_data: { tool_uses: calls.map(([name, args]) => ({ name, args })) },
      })),
      session_input: {
        app_name: "support_desk",
        user_id: "customer",
        state: { channel: "chat", locale: "en-IE" },
      },
      assay: { tags: story.tags, ...(story.seconds && { timeout_seconds: story.seconds }) },
    })),
  };
}
