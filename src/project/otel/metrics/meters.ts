/** What is counted, and how much of something there is now. */
export interface Meters {
  /** Counts; what it is about is in a few words that take few values. */
  add(name: string, amount: number, labels?: Labels): void;
  /** What is looked up whenever somebody reads: what comes is left out where it fails. */
  watch(read: () => Promise<readonly Measure[]>): void;
  read(): Promise<readonly Measure[]>;
  /** Milliseconds since 1970, since when it counts. */
  readonly since: number;
}

type Labels = Readonly<Record<string, string>>;

export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly labels: Labels;
}

export interface MetricAbout {
  readonly kind: "counter" | "gauge";
  readonly help: string;
  readonly unit: string;
}

/** Every metric that there is. */
export const metricTable: Readonly<Record<string, MetricAbout>> = {
  assay_http_requests_total: {
    ...{ kind: "counter", unit: "{request}" },
    help: "Requests that were answered, by method, route and status.",
  },
  assay_http_request_seconds_total: {
    ...{ kind: "counter", unit: "s" },
    help: "Seconds from a request to the beginning of its answer, by route.",
  },
  assay_http_errors_total: {
    ...{ kind: "counter", unit: "{request}" },
    help: "Requests that failed by our own fault.",
  },
  assay_refusals_total: {
    ...{ kind: "counter", unit: "{request}" },
    help: "Requests that were refused, by what they tried: sign in, come in, run and others.",
  },
  assay_resident_bytes: {
    ...{ kind: "gauge", unit: "By" },
    help: "Memory of the server's process.",
  },
  assay_queue_depth: {
    ...{ kind: "gauge", unit: "{case}" },
    help: "Conversations that no worker has begun.",
  },
  assay_queue_active: {
    ...{ kind: "gauge", unit: "{case}" },
    help: "Conversations in flight on workers.",
  },
  assay_queue_runs: { kind: "gauge", unit: "{run}", help: "Runs that workers have." },
  assay_workers: {
    ...{ kind: "gauge", unit: "{worker}" },
    help: "Workers that spoke within 15 seconds.",
  },
  assay_cases_total: {
    ...{ kind: "counter", unit: "{case}" },
    help: "Conversations that ended on workers; its rate is cases a second.",
  },
  assay_lease_losses_total: {
    ...{ kind: "counter", unit: "{lease}" },
    help: "Leases that workers lost while they still were at a conversation.",
  },
  assay_model_calls_waiting: {
    ...{ kind: "gauge", unit: "{call}" },
    help: "Model calls that wait for what their provider allows, on all workers.",
  },
};

export function meters(now: () => number = Date.now): Meters {
  const counted = new Map<string, { -readonly [K in keyof Measure]: Measure[K] }>();
  const readers: (() => Promise<readonly Measure[]>)[] = [];
  return {
    since: now(),
    add(name, amount, labels = {}) {
      const key = `${name} ${JSON.stringify(labels)}`;
      const found = counted.get(key);
      if (found === undefined) counted.set(key, { name, value: amount, labels });
      else found.value += amount;
    },
    watch: (read) => void readers.push(read),
    async read() {
      const watched = await Promise.all(readers.map((read) => read().catch(() => [])));
      return [...counted.values(), ...watched.flat()];
    },
  };
}
