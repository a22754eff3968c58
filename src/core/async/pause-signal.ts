/** Whoever watches a run from outside asks by it for a pause. Windows has none, so that a run cannot be paused there. */
export const PAUSE_SIGNAL = "SIGUSR2";
