import type { Clock } from "./clock.ts";

/** A call that has no reply yet. */
export interface OpenCall {
  readonly model: string;
  tries: number;
  readonly since: number;
}

export interface OpenCalls {
  begin(model: string): OpenCall;
  end(call: OpenCall): void;
  /** Which call is waited for, where that is worth a word. */
  waitText(): string | undefined;
}

export function openCalls(clock: Clock): OpenCalls {
  const open = new Set<OpenCall>();
  return {
    begin(model) {
      const call: OpenCall = { model, tries: 0, since: clock.now() };
      open.add(call);
      return call;
    },
    end: (call) => void open.delete(call),
    waitText() {
      const [longest] = [...open].sort((a, b) => b.tries - a.tries || a.since - b.since);
      return longest === undefined ? undefined : waitText(longest, clock.now());
    },
  };
}

/** What takes this long is worth a word, even if nothing has failed. */
const LONG_WAIT = 10_000;

function waitText({ model, tries, since }: OpenCall, now: number): string | undefined {
  if (tries > 1) return `waiting for ${model}, ${ordinal(tries)} try`;
  const waited = now - since;
  return waited < LONG_WAIT ? undefined : `waiting for ${model} for ${Math.floor(waited / 1000)} s`;
}

function ordinal(count: number): string {
  const teen = count % 100 > 10 && count % 100 < 14;
  const ending = teen ? undefined : ["st", "nd", "rd"][(count % 10) - 1];
  return `${count}${ending ?? "th"}`;
}
