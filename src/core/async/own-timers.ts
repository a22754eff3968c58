/**
 * Timers and clocks as they were when we were loaded. Deadlines, commits and the event loop's turn go by them, so that an
 * agent that replaces its own, or a test that fakes them, neither stops the run nor hurries it.
 */
export const {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  queueMicrotask,
} = globalThis;

/** Time as people tell it. */
export const RealDate = globalThis.Date;

const clock = globalThis.performance;
const now = clock.now.bind(clock);

export const performance = { now };
