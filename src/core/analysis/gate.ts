/** What a run must reach as a whole. It replaces the verdicts of the cases in the exit code. */
export interface GateResult {
  /** As it was written: `pass-rate > 0.9`. */
  readonly gate: string;
  /** Undecided: too little is known to say either. */
  readonly outcome: GateOutcome;
  /** The figure itself; null where there is none. */
  readonly estimate: number | null;
  /** The end of the interval that decided, or that could not; null where there is no interval. */
  readonly bound: number | null;
  /** How many cases (or trials) would decide it, if they go on like this; null where no number would. */
  readonly needed?: number | null | undefined;
  /** One sentence for the reader: what was asked, what was found, what would decide it. */
  readonly why: string;
  /** Cases that were left out because they were not the agent's doing, where the gate is about the agent. */
  readonly excused?: number | undefined;
}

export type GateOutcome = "met" | "not-met" | "undecided";

/** What a run is to be held against, kept with it so that a resume and every report ask the same. */
export interface RunGates {
  /** As they were written; none where a run only has a baseline. */
  readonly conditions: readonly string[];
  /** "bound": by the end of the interval; "point": by the estimate itself, as ADK does. */
  readonly by: "bound" | "point";
  /** The id of the run that `no-worse` compares with. */
  readonly baseline?: string | undefined;
}

/** All of them together: one that is not met decides, and one that is undecided leaves all undecided. */
export function gatesOutcome(gates: readonly Pick<GateResult, "outcome">[]): GateOutcome {
  if (gates.some(({ outcome }) => outcome === "not-met")) return "not-met";
  return gates.every(({ outcome }) => outcome === "met") ? "met" : "undecided";
}

/** How the run stands to its gates. Told right before its end from everything that the run has, and again when it is asked otherwise. */
export interface GatesEndEvent {
  readonly type: "gates-end";
  readonly runId: string;
  readonly at: string;
  /** What it was held against. */
  readonly asked: RunGates;
  readonly gates: readonly GateResult[];
  /** Set where the run ended because they were decided, before all of its cases had run. */
  readonly decided?: RunDecided | undefined;
}

/** Why a run ended before all of its cases had run, and what that saved. Of what was not run nothing is claimed. */
export interface RunDecided {
  /** How many cases, in the order of the run, had been looked at then. */
  readonly after: number;
  readonly outcome: "met" | "not-met";
  readonly saved: {
    readonly cases: number;
    readonly conversations: number;
    /** US dollars, when they had cost as much as the others; null where that is not known. */
    readonly cost: number | null;
    /** Seconds, when they had taken as long; null where that is not known. */
    readonly seconds: number | null;
  };
}
