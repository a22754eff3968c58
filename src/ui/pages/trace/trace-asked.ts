/** Which conversation the server is asked for. */
export interface TraceAsked {
  readonly session?: string | undefined;
  readonly chat?: string | undefined;
  readonly run?: string | undefined;
  readonly set?: string | undefined;
  readonly case?: string | undefined;
  readonly trial?: number | undefined;
}
