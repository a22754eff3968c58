import { textOf } from "../../core/content.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunListing, RunStore } from "../../core/run-store.ts";

/** What a list says of a chat. */
export interface ListedChat {
  readonly chatId: string;
  readonly about: RunInfo;
  readonly name?: string | undefined;
  /** The user's first words. */
  readonly firstWords?: string | undefined;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly turns: number;
}

/** Lists chats, the one that was last spoken in first. Each is read once, and then only what is new of it. */
export interface ChatList {
  all(): Promise<readonly ListedChat[]>;
}

const PAGE = 1000;
const LONGEST_TITLE = 120;

export function chatList(store: RunStore): ChatList {
  let known = new Map<string, Listed>();
  let position = -1;
  let listed: readonly ListedChat[] = [];
  let reading: Promise<unknown> = Promise.resolve();

  async function read(): Promise<readonly ListedChat[]> {
    const now = await store.position();
    const chats = (await store.list()).filter(({ kind }) => kind === "chat");
    const isSame = now === position && chats.length === known.size;
    if (isSame) return listed;
    const next = new Map<string, Listed>();
    for (const { runId, name } of chats) {
      const chat = known.get(runId) ?? newListed(runId);
      await chat.catchUp(store);
      chat.name = name;
      next.set(runId, chat);
    }
    known = next;
    position = now;
    listed = [...next.values()]
      .flatMap((chat) => chat.view())
      .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
    return listed;
  }
  return {
    all() {
      // two who ask at once must not read the same events twice
      const mine = reading.then(read, read);
      reading = mine.catch(() => {});
      return mine;
    },
  };
}

interface Listed {
  name: RunListing["name"];
  catchUp(store: RunStore): Promise<void>;
  view(): readonly ListedChat[];
}

function newListed(chatId: string): Listed {
  let seq = 0;
  let about: RunInfo | undefined;
  let startedAt = "";
  let updatedAt = "";
  let firstWords: string | undefined;
  let turns = 0;

  function apply(event: RunEvent): void {
    if (event.type === "run-start") {
      ({ about } = event);
      startedAt = event.at;
      updatedAt = event.at;
    }
    if (event.type === "state-set") updatedAt = event.at;
    if (event.type !== "turn-end") return;
    const { userContent, creationTimestamp, duration = 0 } = event.invocation;
    turns = event.turn + 1;
    firstWords ??= textOf(userContent)?.slice(0, LONGEST_TITLE);
    const endedAt = new Date((creationTimestamp + duration) * 1000).toISOString();
    // the first turns of a fork are older than it is
    if (endedAt > updatedAt) updatedAt = endedAt;
  }
  const listed: Listed = {
    name: undefined,
    async catchUp(store) {
      for (;;) {
        const page = await store.eventsSince(chatId, seq, PAGE);
        if (page.seq === seq) return;
        seq = page.seq;
        for (const { event } of page.events) apply(event);
      }
    },
    view() {
      if (about === undefined) return [];
      const { name } = listed;
      return [{ chatId, about, name, firstWords, startedAt, updatedAt, turns }];
    },
  };
  return listed;
}
