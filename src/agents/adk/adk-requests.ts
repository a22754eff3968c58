/** What a runner asks its plugins before it asks a model. */
interface PluginManager {
  runBeforeModelCallback?(call: ModelCall): Promise<unknown>;
}

interface ModelCall {
  readonly callbackContext: { readonly agentName: string };
  readonly llmRequest: unknown;
}

/** Whoever wants to know what models are sent. */
interface Listener {
  onRequest(author: string, request: unknown): void;
}

/**
 * Tells what the models of a runner are about to be sent. No plugin, since ADK prints that it has one, and calls it at every
 * other step, too.
 */
export function watchRequests(
  { pluginManager: manager }: { readonly pluginManager?: PluginManager },
  listener: Listener,
): void {
  const ask = manager?.runBeforeModelCallback;
  if (manager === undefined || typeof ask !== "function") return;
  manager.runBeforeModelCallback = async (call) => {
    const answered = await ask.call(manager, call);
    // a plugin that answers in the place of the model keeps the request from it
    if (answered === undefined) listener.onRequest(call.callbackContext.agentName, call.llmRequest);
    return answered;
  };
}
