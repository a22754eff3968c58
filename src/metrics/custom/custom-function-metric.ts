import { messageOf } from "../../core/errors.ts";
import type { ConversationScenario } from "../../core/eval-set.ts";
import type { Invocation } from "../../core/invocation.ts";
import { copyData } from "../../core/json/copy-data.ts";
import type { MetricDefinition, MetricInput, MetricRange } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import { defineMetric } from "../../core/metrics/define-metric.ts";
import { freeObject } from "../../core/schema/schema.ts";
import type { Direction } from "../../core/verdict.ts";
import { readCustomResult } from "./read-custom-result.ts";

/** What a metric of the user's own gets about itself. As in ADK, the threshold stands in the criterion only. */
interface EvalMetric {
  readonly metricName: string;
  readonly threshold: undefined;
  readonly criterion: Readonly<Record<string, unknown>>;
}

/** A metric of the user's own: returns a number, `{ score, why }`, or a result as in ADK; now or later. */
export type CustomMetricFunction = (
  evalMetric: EvalMetric,
  actualInvocations: readonly Invocation[],
  expectedInvocations: readonly Invocation[] | null,
  conversationScenario: ConversationScenario | null,
) => unknown;

export interface CustomFunctionOptions {
  readonly name: string;
  readonly description?: string | undefined;
  readonly range?: MetricRange | undefined;
  readonly direction?: Direction | undefined;
  /** Finds the function; asked once, when the first case is measured. */
  readonly load: () => unknown;
}

/** Makes a metric of a JavaScript or TypeScript function, called as ADK calls its custom metrics. */
export function customFunctionMetric(
  options: CustomFunctionOptions,
): MetricDefinition<Readonly<Record<string, unknown>>> {
  const { name, description = "", load } = options;
  let loaded: Loaded | undefined;
  return defineMetric<Readonly<Record<string, unknown>>>({
    name,
    description,
    version: 1,
    range: options.range ?? { min: 0, max: 1 },
    direction: options.direction ?? "higher",
    needs: [],
    criterion: freeObject,
    create: (settings, { threshold }) => {
      const criterion = threshold === undefined ? settings : { threshold, ...settings };
      const evalMetric: EvalMetric = { metricName: name, threshold: undefined, criterion };
      return (input) => {
        loaded ??= { code: load() };
        return ask(evalMetric, loaded, input);
      };
    },
  });
}

interface Loaded {
  /** The function, or a promise of it. */
  readonly code: unknown;
}

function functionOf(name: string, found: unknown): CustomMetricFunction {
  if (typeof found === "function") return found as CustomMetricFunction;
  throw new Error(`the code of ${name} is no function`);
}

/** Calls the function at once where it can: whoever guards it looks at what it did before anybody else runs. */
async function ask(
  evalMetric: EvalMetric,
  { code }: Loaded,
  { actual, expected, evalCase, signal }: MetricInput,
): Promise<MetricOutcome> {
  const name = evalMetric.metricName;
  const ending = whenAborted(signal);
  try {
    const run = functionOf(name, code instanceof Promise ? await code : code);
    const answer = async () =>
      run(copyData(evalMetric), actual, expected ?? null, evalCase.conversationScenario ?? null);
    answer().then(ending.resolve, ending.reject);
    const result = await ending.promise;
    if (result === CANCELLED) {
      const detail = `${name} was cancelled before it answered.`;
      return { kind: "not-evaluated", reason: "cancelled", detail };
    }
    return readCustomResult(name, result, actual.length);
  } catch (error) {
    return {
      kind: "not-evaluated",
      reason: "metric-error",
      detail: `${name} threw: ${messageOf(error)}`,
    };
  } finally {
    ending.forget();
  }
}

const CANCELLED = Symbol("cancelled");

function whenAborted(signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const listener = () => resolve(CANCELLED);
  if (signal.aborted) listener();
  signal.addEventListener("abort", listener);
  return { promise, resolve, reject, forget: () => signal.removeEventListener("abort", listener) };
}
