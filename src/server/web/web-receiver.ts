import { isUserFacingError } from "../../core/errors.ts";
import type { ReceiverState } from "../api/traces/receiver-state.ts";
import { otlpReceiver, type ReceiverOptions } from "../otlp/otlp-receiver.ts";
import { spanRate } from "../otlp/span-rate.ts";

export interface WebReceiver {
  state(): ReceiverState;
  close(): Promise<void>;
}

interface WebReceiverOptions extends Omit<ReceiverOptions, "onFailure" | "onRefusal" | "onSpans"> {
  readonly log: (text: string) => void;
}

/**
 * Takes traces while the screens are served. A port that somebody else has, such as `assay serve` on the same workspace, is
 * no reason to serve no screens.
 */
export async function webReceiver({ log, ...options }: WebReceiverOptions): Promise<WebReceiver> {
  let refusal: ReceiverState["refusal"] = null;
  const remember = (message: string) => {
    refusal = { at: new Date().toISOString(), message };
  };
  const rate = spanRate();
  const receiver = otlpReceiver({
    ...options,
    onFailure: (error) => remember(error instanceof Error ? error.message : String(error)),
    onRefusal: remember,
    onSpans: rate.add,
  });
  const listening = await receiver.listen().catch(async (error: unknown) => {
    // one of the two may listen already
    await receiver.close();
    if (!isUserFacingError(error)) throw error;
    log(`note  No traces are received here: ${error.message} ${error.hint ?? ""}\n`);
    return undefined;
  });
  return {
    state: () => ({
      http: listening === undefined ? null : `http://${listening.http}`,
      grpc: listening?.grpc ?? null,
      refusal,
      spansPerSecond: listening === undefined ? null : rate.perSecond(),
    }),
    close: () => receiver.close(),
  };
}
