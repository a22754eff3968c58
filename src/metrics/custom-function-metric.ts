import { copyData } from "../core/copy-data.ts";
import type { ConversationScenario } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import {
  defineMetric,
  type MetricDefinition,
  type MetricInput,
  type MetricOutcome,
  type MetricRange,
} from "../core/metric.ts";
import { freeObject } from "../core/shape.ts";
import type { Direction } from "../core/verdict.ts";
import { readCustomResult } from "./read-custom-result.ts";

/** What a metric of the user's own is told about itself. As in ADK, the threshold stands in the criterion only. */
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
  let loading: Promise<CustomMetricFunction> | undefined;
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
        loading ??= loadFunction(name, load);
        return ask(evalMetric, loading, input);
      };
    },
  });
}

async function loadFunction(name: string, load: () => unknown): Promise<CustomMetricFunction> {
  const found = await load();
  if (typeof found === "function") return found as CustomMetricFunction;
  throw new Error(`the code of ${name} is no function`);
}

async function ask(
  evalMetric: EvalMetric,
  loading: Promise<CustomMetricFunction>,
  { actual, expected, evalCase, signal }: MetricInput,
): Promise<MetricOutcome> {
  const name = evalMetric.metricName;
  const cancelled = whenAborted(signal);
  try {
    const run = await loading;
    const answer = async () =>
      run(copyData(evalMetric), actual, expected ?? null, evalCase.conversationScenario ?? null);
    const result = await Promise.race([answer(), cancelled.promise]);
    if (result === CANCELLED) {
      const detail = `${name} was cancelled before it answered.`;
      return { kind: "not-evaluated", reason: "cancelled", detail };
    }
    return readCustomResult(name, result, actual.length);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { kind: "not-evaluated", reason: "metric-error", detail: `${name} threw: ${said}` };
  } finally {
    cancelled.forget();
  }
}

const CANCELLED = Symbol("cancelled");

function whenAborted(signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<typeof CANCELLED>();
  const listener = () => resolve(CANCELLED);
  if (signal.aborted) listener();
  signal.addEventListener("abort", listener);
  return { promise, forget: () => signal.removeEventListener("abort", listener) };
}
