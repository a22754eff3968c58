import type { AgentAdapter } from "../../core/agent.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { AdkPackage } from "./adk-package.ts";
import { giveModel, isAdkApp, isAdkNode, surveyTree } from "./adk-tree.ts";

/** Agents, workflows and apps of `@google/adk` 2.x, run by the agent's own copy of the package. */
export const adkAdapter: AgentAdapter = {
  name: "@google/adk",
  async wrap(target, { need, model }) {
    if (!isAdkApp(target) && !isAdkNode(target)) return undefined;
    const adk = await load(need);
    // so that those without such an agent do not load it
    const { adkConversation } = await import("./adk-conversation.ts");
    const root = isAdkApp(target) ? target.rootAgent : target;
    if (model !== undefined) giveModel(root, model);
    const tree = surveyTree(root);
    return {
      name: root.name,
      ...(model !== undefined && { model }),
      framework: "@google/adk",
      // a run that ends closes the toolsets of its agents, also those that another run is using
      oneAtATime: tree.hasToolsets,
      asksEnvironment: true,
      start: (init) => adkConversation({ adk, target, root, tree }, init),
    };
  },
};

async function load(need: (specifier: string) => Promise<unknown>): Promise<AdkPackage> {
  const adk = await need("@google/adk").catch((error: unknown) => {
    throw wrongPackage("The agent is one of @google/adk, which its file cannot import.", error);
  });
  if (typeof (adk as Partial<AdkPackage>).Runner === "function") return adk as AdkPackage;
  throw wrongPackage("The agent's @google/adk has no Runner.");
}

function wrongPackage(message: string, cause?: unknown): UserFacingError {
  const hint = "Install version 2 where the agent is:  npm install @google/adk@2";
  return new UserFacingError("agent/invalid", message, { hint, cause });
}
