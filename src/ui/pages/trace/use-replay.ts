import { useEffect, useState } from "react";

/** A moment of a conversation that is played again. */
export interface Replay {
  /** Milliseconds since its start; undefined while nothing is played. */
  readonly until: number | undefined;
  readonly duration: number;
  readonly isPlaying: boolean;
  toggle(): void;
  seek(until: number | undefined): void;
}

/** However long it took, so long does the whole of it play. */
const PLAY_MS = 12_000;
const FRAME_MS = 100;

export function useReplay(duration: number): Replay {
  const [until, seek] = useState<number | undefined>();
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const step = (duration * FRAME_MS) / PLAY_MS;
    const timer = setInterval(() => {
      seek((at = 0) => {
        const next = at + step;
        if (next < duration) return next;
        setPlaying(false);
        return undefined;
      });
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [isPlaying, duration]);
  return {
    until,
    duration,
    isPlaying,
    toggle() {
      if (!isPlaying && until === undefined) seek(0);
      setPlaying(!isPlaying && duration > 0);
    },
    seek,
  };
}
