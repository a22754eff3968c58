import type { Reply } from "../../lib/api.ts";
import type { KeyGroup } from "../../lib/keys/key-board.ts";
import { timeText } from "../../lib/words.ts";
import { places } from "../rail.tsx";

/** One thing that the palette can do. */
export interface PaletteItem {
  readonly id: string;
  readonly group: string;
  readonly words: string;
  /** Beside the words, quieter. */
  readonly about?: string | undefined;
  /** Keys that do the same. */
  readonly keys?: string | undefined;
  /** Ids are written as code. */
  readonly isId?: boolean | undefined;
  /** An address to go to, or something to do. */
  readonly act: string | (() => void);
}

type Found = Reply<"GET /search">;

/** What the server found, as places to go to; an answer to fewer letters holds more than is meant by now. */
export function foundItems(text: string, found: Found | undefined): readonly PaletteItem[] {
  if (found === undefined) return [];
  const { agents, sets, runs, cases } = found;
  const runItems = runs.map(({ runId, shortId, name, agent, sets: of, startedAt }) => ({
    id: `run ${runId}`,
    group: "Runs",
    words: name ?? shortId,
    about: `${agent}, ${of.join(", ")}, ${timeText(startedAt)}`,
    isId: true,
    act: `/runs/${encodeURIComponent(runId)}`,
  }));
  const caseItems = cases.map(({ runId, evalSetId, evalId }) => ({
    id: `case ${evalSetId} ${evalId}`,
    group: "Cases",
    words: evalId,
    about: `in ${evalSetId}, as it went last`,
    isId: true,
    act: `/runs/${encodeURIComponent(runId)}/cases/${encodeURIComponent(evalId)}?set=${encodeURIComponent(evalSetId)}`,
  }));
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...named("Agents", agents), ...named("Sets", sets), ...runItems, ...caseItems];
  return all.filter(({ id, words: own, about }) => {
    const whole = `${id} ${own} ${about ?? ""}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

function named(group: "Agents" | "Sets", names: readonly string[]): readonly PaletteItem[] {
  const page = group === "Agents" ? "/agents/" : "/sets/";
  return names.slice(0, 6).map((name) => ({
    id: `${group} ${name}`,
    group,
    words: name,
    isId: true,
    act: `${page}${encodeURIComponent(name)}`,
  }));
}

/** The places of the rail, and what the keys of this screen do, those whose words fit. */
export function ownItems(
  text: string,
  groups: readonly KeyGroup[],
  more: readonly PaletteItem[],
): readonly PaletteItem[] {
  const ofScreen = groups
    .filter(({ title }) => title !== "Everywhere")
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ isOff }) => isOff !== true)
    .map(({ keys, does, run }) => {
      return { id: `do ${does}`, group: "This screen", words: does, keys, act: run };
    });
  const toGo = [{ label: "Overview", to: "/" }, ...places].map((place) => ({
    id: `go ${place.to}`,
    group: "Go to",
    words: place.label,
    keys: "key" in place && place.key !== undefined ? `g ${place.key}` : undefined,
    act: place.to,
  }));
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return [...ofScreen, ...toGo, ...more].filter((item) =>
    words.every((word) => item.words.toLowerCase().includes(word)),
  );
}
