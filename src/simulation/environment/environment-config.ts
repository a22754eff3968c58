/** Which tools of an agent do not run for real, and what they answer instead. */
export interface EnvironmentConfig {
  readonly toolSimulationConfigs: readonly ToolSimulation[];
  readonly simulationModel: string;
  readonly simulationModelConfiguration?: Readonly<Record<string, unknown>> | undefined;
  /** What an earlier run did, as the model is to know it. */
  readonly tracing?: string | undefined;
  /** What is true in the simulated environment, as its model is to know it. */
  readonly environmentData?: string | undefined;
}

export interface ToolSimulation {
  readonly toolName: string;
  /** Tried in order; the first that applies answers. */
  readonly injectionConfigs: readonly Injection[];
  /** ADK's numbers: 0 none, 1 a model answers by the tool's specification. */
  readonly mockStrategyType: 0 | 1;
}

export interface Injection {
  readonly injectionProbability: number;
  readonly matchArgs?: Readonly<Record<string, unknown>> | undefined;
  readonly injectedLatencySeconds: number;
  readonly randomSeed?: number | undefined;
  readonly injectedError?:
    | { readonly injectedHttpErrorCode: number; readonly errorMessage: string }
    | undefined;
  readonly injectedResponse?: Readonly<Record<string, unknown>> | undefined;
}
