/**
 * Attributes of the spans that our runs are written as, beside those of OpenTelemetry's conventions. The first three are
 * agentevals' names: what it writes on results, and what it finds cases by.
 */
export const RUN_ID = "agentevals.eval.run.id";
export const CASE_ID = "agentevals.eval.case.id";
export const SET_ID = "agentevals.eval_set.id";
/** Which repeat of the case, counted from 0. */
export const TRIAL = "assay.trial";
/** Which turn of the conversation, counted from 0. */
export const TURN = "assay.turn";
/** The order and the authors of a turn's events, without what its tool calls say themselves: JSON. */
export const EVENTS = "assay.events";
/** The session state after the last turn: JSON. */
export const STATE = "assay.session.state";
/** Verdict of the case. */
export const STATUS = "assay.status";
/** True for a tool that a simulated environment answered for. */
export const SIMULATED = "assay.simulated";
/** What a call of our own was about: a metric, or a part of the simulation. */
export const STEP = "assay.step";
/** True for a span whose time nobody measured: it stands at the beginning of what it happened in. */
export const UNTIMED = "assay.time.unknown";
/** True for a span that began when it says, and of whose end nobody knows. */
export const UNENDED = "assay.end.unknown";
/** Settings of a model call that OpenTelemetry has no names for: JSON. */
export const SETTINGS = "assay.request.settings";
/** A part of a message that stands for one which is too long to be kept. */
export const LEFT_OUT = "assay_left_out";
/** What our spans say they were made by. */
export const SCOPE = "assay";
