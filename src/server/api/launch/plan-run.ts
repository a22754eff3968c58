import { z } from "zod";
import { agentProblems } from "../../../project/launch/agent-problems.ts";
import type { LaunchPlan } from "../../../project/launch/launch-plan.ts";
import { planLaunch } from "../../../project/launch/plan-launch.ts";
import { evalDefaults } from "../../../project/plan/eval-request.ts";
import { route } from "../route.ts";
import { setPath } from "../workspace-paths.ts";
import { evalCommand } from "./run-request.ts";
import { plannedRequest, requestsOf } from "./variants.ts";

export const planRun = route({
  summary:
    "What a run would be: its cases, what each metric can score of them, time and cost. Nothing is run and nobody is asked.",
  body: plannedRequest,
  reply: z.custom<LaunchPlan>(),
  async handle({ body, parts }) {
    const plan = await planLaunch(parts.runs, {
      evalSets: body.evalSets.map((set) => setPath(set, parts)),
      cases: body.cases,
      tags: body.tags,
      quarantined: body.quarantined,
      failed: body.failed,
      criteria: body.criteria,
      trials: body.trials ?? evalDefaults.trials,
      concurrency: body.concurrency ?? evalDefaults.concurrency,
      judgeModel: body.judgeModel,
      cwd: parts.cwd,
      upTo: parts.agentsFolder,
    });
    const unable = new Set(plan.metrics.filter((each) => each.problem).map(({ name }) => name));
    const criteria =
      body.criteria &&
      Object.fromEntries(Object.entries(body.criteria).filter(([name]) => !unable.has(name)));
    // what cannot run is left out of the run, and of its command
    const requests = requestsOf({ ...body, criteria });
    const agents = [...new Set(requests.map(({ agent }) => agent))];
    return {
      ...plan,
      command: requests.map((each) => evalCommand(each, parts)).join("\n"),
      agentProblems: agents.flatMap((agent) => agentProblems(agent, parts.agentsFolder)),
    };
  },
});
