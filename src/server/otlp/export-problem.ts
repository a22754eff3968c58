/** Why an export was not accepted: the sender's mistake, or ours to be tried again. */
export class ExportProblem extends Error {
  override readonly name = "ExportProblem";
  readonly status: ExportStatus;

  constructor(status: ExportStatus, message: string) {
    super(message);
    this.status = status;
  }
}

export type ExportStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 503;

/** gRPC's own numbers for the same. */
export const grpcCodes: Readonly<Record<ExportStatus, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 12,
  405: 12,
  408: 4,
  413: 8,
  415: 3,
  429: 14,
  503: 14,
};

/** Seconds after which a sender may try again. */
export const RETRY_AFTER = 5;

/** Whether it is worth trying again. */
export function isPressure(status: ExportStatus): boolean {
  return status === 429 || status === 503;
}
