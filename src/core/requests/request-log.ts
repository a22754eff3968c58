import type { Message } from "../traces/message.ts";
import type { CallRequest, KeptMessage, KeptRequest, Run, TurnRequests } from "./kept-requests.ts";
import type { ModelRequest } from "./model-request.ts";
import type { ToolDeclaration } from "./tool-declarations.ts";

/** Characters of one turn: a long document is kept, pictures without end are not. */
const MOST_OF_TURN = 512 * 1024;

/** The requests of one conversation, turn after turn, each message once. */
export interface RequestLog {
  /** What is to be kept of a turn's requests; undefined where there are none. */
  keep(requests: readonly CallRequest<ModelRequest>[] | undefined): TurnRequests | undefined;
}

export function requestLog(): RequestLog {
  let known: Known | undefined;
  return {
    keep(requests) {
      // most agents ask no model that anybody sees
      if (requests === undefined || requests.length === 0) return undefined;
      known ??= { messages: new Table(), tools: new Table() };
      return packed(requests, known);
    },
  };
}

interface Known {
  readonly messages: Table<Message>;
  readonly tools: Table<ToolDeclaration>;
}

function packed(
  requests: readonly CallRequest<ModelRequest>[],
  { messages, tools }: Known,
): TurnRequests {
  const from = [messages.count, tools.count] as const;
  const settings = new Table<Settings>();
  const kept: KeptMessage[] = [];
  const declared: ToolDeclaration[] = [];
  const sent: Settings[] = [];
  let room = MOST_OF_TURN;
  const fits = ({ length }: string): boolean => {
    if (length > room) return false;
    room -= length;
    return true;
  };
  const calls = requests.map(({ call, request }): KeptRequest => {
    const said = messages.place(request.messages, (message, text) =>
      kept.push(fits(text) ? message : { role: message.role, tooLong: text.length }),
    );
    const callable = tools.place(request.tools ?? [], (tool, text) =>
      declared.push(fits(text) ? tool : { name: tool.name }),
    );
    const set = settings.place(request.settings === undefined ? [] : [request.settings], (each) =>
      sent.push(each),
    );
    return {
      call,
      messages: said,
      ...(callable.length > 0 && { tools: callable }),
      ...(set[0] !== undefined && { settings: set[0][0] }),
    };
  });
  return {
    from,
    messages: kept,
    ...(declared.length > 0 && { tools: declared }),
    ...(sent.length > 0 && { settings: sent }),
    calls,
  };
}

type Settings = NonNullable<ModelRequest["settings"]>;

/** Numbers things in the order in which they first occur. */
class Table<Item> {
  readonly #places = new Map<string, number>();

  get count(): number {
    return this.#places.size;
  }

  place(items: readonly Item[], onNew: (item: Item, text: string) => unknown): readonly Run[] {
    const runs: [number, number][] = [];
    for (const item of items) {
      const text = JSON.stringify(item);
      let place = this.#places.get(text);
      if (place === undefined) {
        place = this.#places.size;
        this.#places.set(text, place);
        onNew(item, text);
      }
      const last = runs.at(-1);
      if (last !== undefined && last[0] + last[1] === place) last[1] += 1;
      else runs.push([place, 1]);
    }
    return runs;
  }
}
