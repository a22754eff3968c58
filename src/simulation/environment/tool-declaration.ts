/** What is known about a tool of the agent, for the model that is to answer in its place. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of its arguments. */
  readonly parameters?: unknown;
}
