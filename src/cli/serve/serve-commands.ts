import { teamOptions } from "../arguments/team-options.ts";
import type { CommandSpec } from "../command.ts";

export const serveCommands: readonly CommandSpec[] = [
  {
    name: "serve",
    summary: "Receive traces of agents over OTLP, and keep them as sessions.",
    options: [
      { name: "port", value: "N", summary: "Of the API; 0 picks a free one.", default: "8080" },
      {
        name: "otlp_port",
        value: "N",
        summary: "Of OTLP over HTTP; 0 picks a free one.",
        default: "4318",
      },
      {
        name: "otlp_grpc_port",
        value: "N",
        summary: "Of OTLP over gRPC; 0 picks a free one.",
        default: "4317",
      },
      {
        name: "host",
        value: "ADDRESS",
        summary:
          "Where to listen. Any but loopback needs --allowed_host, and --auth or a token in ASSAY_TOKEN that senders bring.",
        default: "127.0.0.1",
      },
      {
        name: "allowed_host",
        value: "NAME",
        many: true,
        summary: "A name that requests may call this server by, beside localhost.",
      },
      ...teamOptions,
      {
        name: "allow_origin",
        value: "ORIGIN",
        many: true,
        summary: "An origin whose pages may send, such as http://localhost:5173.",
      },
      {
        name: "keep_sessions",
        value: "N",
        summary: "Forget the oldest sessions beyond this many; golden ones stay. Without it, none.",
      },
      {
        name: "keep_days",
        value: "N",
        summary: "Forget sessions whose last span came longer ago. Without it, none.",
      },
      {
        name: "keep_spans",
        value: "N",
        summary: "Forget the oldest sessions while all have more spans. Without it, none.",
      },
      {
        name: "store",
        value: "STORE",
        summary: "Where runs and traces are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: ["assay serve", "assay serve --otlp_port 0 --otlp_grpc_port 0 --port 0"],
    load: async () => (await import("./serve-command.ts")).serveCommand,
  },
];
