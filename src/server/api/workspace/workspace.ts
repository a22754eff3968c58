import { relative, sep } from "node:path";
import { z } from "zod";
import { route } from "../route.ts";
import { findSets } from "../sets/set-files.ts";

export const workspace = route({
  summary:
    "What is served: the folder of agents, as it is named where the server was started, and what lies in it.",
  reply: z.object({
    /** `.` where it is the folder that the server was started in. */
    folder: z.string(),
    /** Folders of agents, from that folder. */
    agents: z.array(z.string()).readonly(),
    sets: z.number(),
    version: z.string(),
    /** Where traces are sent to; null where nobody listens. */
    receiver: z.object({ http: z.string().nullable(), grpc: z.string().nullable() }),
  }),
  async handle({ parts }) {
    const { agents, sets } = findSets(parts);
    const folder = relative(parts.cwd, parts.agentsFolder).split(sep).join("/") || ".";
    const { http, grpc } = parts.receiver();
    return {
      folder,
      agents,
      sets: sets.length,
      version: parts.version,
      receiver: { http, grpc },
    };
  },
});
