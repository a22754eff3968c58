import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ChatDetail, ChatTurn } from "../../../core/chats/chat.ts";
import { JsonText } from "../../components/json-text.tsx";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { secondsText } from "../../lib/words.ts";
import { GraphPane } from "../trace/graph-pane.tsx";
import { ChatRequest } from "./chat-request.tsx";
import { type ChatPane, readChatSearch } from "./chat-search.ts";
import { ChatTrace } from "./chat-trace.tsx";
import { type ShownCall, shownSteps, turnFacts } from "./chat-words.ts";
import { StateChange } from "./state-change.tsx";
import type { ChatView } from "./use-chat.ts";

const tabs: readonly { readonly pane: ChatPane; readonly label: string }[] = [
  { pane: "event", label: "Event" },
  { pane: "request", label: "Request" },
  { pane: "response", label: "Response" },
  { pane: "state", label: "State" },
  { pane: "graph", label: "Graph" },
  { pane: "trace", label: "Trace" },
];

/** All that is known of the step that is open, and of the session around it. */
export function ChatInspector({ view: { chat } }: { readonly view: ChatView }) {
  const { step, pane = "event" } = readChatSearch(useSearch({ strict: false }));
  const [turnPlace, stepPlace] = (step ?? "").split("-").map(Number);
  const turn = chat?.history[(turnPlace ?? 0) - 1] ?? chat?.history.at(-1);
  const calls = (turn === undefined ? [] : shownSteps(turn.steps)).filter(
    ({ type }) => type === "call",
  );
  const found = calls.find(({ at }) => at === (stepPlace ?? 0) - 1);
  const shown = found?.type === "call" ? found : undefined;
  useStepKeys(chat);
  return (
    <aside className="pane insp" aria-label="Selected step">
      <div className="bar head">
        <code className="strong clip">
          {shown?.tool ?? (turn === undefined ? "Nothing yet" : `Turn ${turn.turn + 1}`)}
        </code>
        <span className="small muted clip">{shown?.author ?? ""}</span>
      </div>
      <div className="tabs">
        <nav aria-label="What of it">
          {tabs.map((tab) => (
            <Link
              key={tab.pane}
              to="."
              search={(before) => ({ ...before, pane: tab.pane })}
              replace
              aria-current={tab.pane === pane ? "page" : undefined}
            >
              {tab.label}
            </Link>
          ))}
        </nav>
      </div>
      <section
        className="body"
        aria-label={tabs.find((tab) => tab.pane === pane)?.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
      >
        {turn === undefined || chat === undefined ? (
          <p className="empty">A step of the conversation is opened by a click.</p>
        ) : (
          <Pane chat={chat} turn={turn} shown={shown} pane={pane} />
        )}
      </section>
    </aside>
  );
}

interface PaneProps {
  readonly chat: ChatDetail;
  readonly turn: ChatTurn;
  readonly shown: ShownCall | undefined;
  readonly pane: ChatPane;
}

function Pane({ chat, turn, shown, pane }: PaneProps) {
  if (pane === "state") return <StateChange chat={chat} turn={turn} />;
  if (pane === "graph") return <ChatGraph chatId={chat.chatId} />;
  if (pane === "trace") {
    return <ChatTrace chatId={chat.chatId} turns={chat.history.length} turn={turn.turn} />;
  }
  if (pane === "event") return <Facts turn={turn} shown={shown} />;
  const value = pane === "request" ? requestOf(turn, shown) : responseOf(turn, shown);
  return (
    <>
      <section className="sect">
        <h2>{value.title}</h2>
        {value.value === undefined ? (
          <p className="muted">{value.absent}</p>
        ) : (
          <JsonText value={value.value} />
        )}
      </section>
      {pane === "request" && <ChatRequest chat={chat} turn={turn} shown={shown} />}
    </>
  );
}

interface Shown {
  readonly title: string;
  readonly value: unknown;
  readonly absent: string;
}

function requestOf(turn: ChatTurn, shown: ShownCall | undefined): Shown {
  return shown === undefined
    ? { title: "What the user said", value: turn.user, absent: "" }
    : { title: "Arguments", value: shown.args, absent: "It was called without arguments." };
}

function responseOf(turn: ChatTurn, shown: ShownCall | undefined): Shown {
  return shown === undefined
    ? { title: "What the agent answered", value: turn.answer, absent: "It answered nothing." }
    : { title: "Result", value: shown.output ?? shown.error, absent: "No result came back." };
}

function Facts({ turn, shown }: Pick<PaneProps, "turn" | "shown">) {
  const models = turn.steps.filter((step) => step.type === "usage");
  const facts: readonly (readonly [string, string | undefined])[] =
    shown === undefined
      ? [
          ["Turn", turnFacts(turn)],
          ["Began", new Date(turn.startedAt).toLocaleTimeString("en-GB")],
          ["Ended", turn.status],
          [
            "Models",
            [
              ...new Set(models.flatMap((step) => ("model" in step ? (step.model ?? []) : []))),
            ].join(", ") || undefined,
          ],
          ["Invocation", turn.invocationId],
        ]
      : [
          ["Kind", "tool call"],
          ["Agent", shown.author],
          [
            "Took",
            shown.milliseconds === undefined ? "unknown" : secondsText(shown.milliseconds / 1000),
          ],
          ["Call id", shown.id || undefined],
          ["Error", shown.error],
        ];
  return (
    <section className="sect">
      <dl className="factlist">
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function ChatGraph({ chatId }: { readonly chatId: string }) {
  const { data } = useQuery({
    queryKey: ["trace", { chat: chatId }],
    queryFn: ({ signal }) => call("GET /trace", { query: { chat: chatId }, signal }),
  });
  return data === undefined ? (
    <div aria-busy="true" />
  ) : (
    <GraphPane view={data.view} selected={undefined} until={undefined} />
  );
}

/** j and k go through all calls of the chat, [ and ] through its turns. */
function useStepKeys(chat: ChatDetail | undefined): void {
  const navigate = useNavigate();
  const { step } = readChatSearch(useSearch({ strict: false }));
  const places = (chat?.history ?? []).flatMap(({ turn, steps }) =>
    shownSteps(steps).flatMap(({ type, at }) => (type === "call" ? [`${turn + 1}-${at + 1}`] : [])),
  );
  const isOff = places.length === 0;
  function go(to: string | undefined): void {
    if (to !== undefined) {
      void navigate({ to: ".", search: (before) => ({ ...before, step: to }), replace: true });
    }
  }
  const at = places.indexOf(step ?? "");
  const turn = Number((step ?? "0").split("-")[0]);
  const inTurn = (wanted: number) => places.find((place) => place.startsWith(`${wanted}-`));
  useKeys([
    { keys: "j", does: "Next step", run: () => go(places[at + 1]), isOff },
    {
      keys: "k",
      does: "Previous step",
      run: () => go(places[at < 0 ? places.length - 1 : at - 1]),
      isOff,
    },
    { keys: "]", does: "Next turn", run: () => go(inTurn(turn + 1)), isOff },
    { keys: "[", does: "Previous turn", run: () => go(inTurn(turn - 1)), isOff },
  ]);
}
