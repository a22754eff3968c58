/** Where agents send their traces, and what went wrong last. */
export interface ReceiverState {
  /** Such as `http://127.0.0.1:4318`; null where nobody listens. */
  readonly http: string | null;
  readonly grpc: string | null;
  /** Of the last ten seconds; null where none came, or none are received here. */
  readonly spansPerSecond: number | null;
  readonly refusal: { readonly at: string; readonly message: string } | null;
}
