import { teamOptions } from "../arguments/team-options.ts";
import type { CommandSpec } from "../command.ts";

export const webCommands: readonly CommandSpec[] = [
  {
    name: "web",
    summary:
      "See runs, and start them, in a browser: for whoever is on this machine, or, with --auth, for a team.",
    arguments: [
      {
        name: "AGENTS_DIR",
        summary: "A folder of agents, or of one; the folder it is started in unless given.",
      },
    ],
    options: [
      { name: "port", value: "N", summary: "0 picks a free one.", default: "8765" },
      {
        name: "host",
        value: "ADDRESS",
        summary: "Where to listen. Any but loopback needs --auth and --allowed_host.",
        default: "127.0.0.1",
      },
      {
        name: "allowed_host",
        value: "NAME",
        many: true,
        summary: "A name that browsers may call this server by, beside localhost.",
      },
      ...teamOptions,
      {
        name: "allow_origin",
        value: "ORIGIN",
        many: true,
        summary: "An origin whose pages may call ADK's routes, such as http://localhost:4200.",
      },
      {
        name: "otlp_port",
        value: "N",
        summary: "Where traces are received over HTTP; 0 picks a free one.",
        default: "4318",
      },
      {
        name: "otlp_grpc_port",
        value: "N",
        summary: "Where traces are received over gRPC; 0 picks a free one.",
        default: "4317",
      },
      { name: "no_open", summary: "Open no browser, which is what it does in any case." },
      {
        name: "store",
        value: "STORE",
        summary: "Where runs and traces are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: [
      "assay web",
      "assay web examples --port 0",
      "assay web --host 0.0.0.0 --allowed_host assay.example.com --auth users.json",
    ],
    load: async () => (await import("./web-command.ts")).webCommand,
  },
];
