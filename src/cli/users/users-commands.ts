import type { ArgumentSpec, CommandSpec, OptionSpec } from "../command.ts";

const auth: OptionSpec = {
  name: "auth",
  value: "FILE",
  summary: "The file of users.",
  default: "users.json",
};
const store: OptionSpec = {
  name: "store",
  value: "STORE",
  summary: "Where tokens and the audit log are: a file, or postgres://USER@HOST/DATABASE.",
  default: "ASSAY_STORE, the project's, or .assay/assay.db",
};
const role: OptionSpec = {
  name: "role",
  value: "ROLE",
  summary: "viewer, runner, editor or admin.",
  default: "viewer",
};
const stdin: OptionSpec = {
  name: "password_stdin",
  summary: "Read the password from standard input. Without it one is made, and shown once.",
};
const output: OptionSpec = { name: "output", value: "FORMAT", summary: "json, for programs." };
const user: ArgumentSpec = { name: "NAME", summary: "The user.", required: true };

export const usersCommands: readonly CommandSpec[] = [
  {
    name: "users list",
    summary: "Who may come to a server that was started with --auth.",
    options: [auth, output],
    examples: ["assay users list"],
    load: async () => (await import("./users-command.ts")).usersCommand,
  },
  {
    name: "users add",
    summary: "Add somebody to the file of users, and make the file where there is none.",
    arguments: [user],
    options: [
      role,
      stdin,
      {
        name: "no_password",
        summary: "Give none: for programs, which bring a token.",
      },
      auth,
      store,
    ],
    examples: [
      "assay users add anna --role admin",
      "assay users add ci --role runner --no_password",
    ],
    load: async () => (await import("./users-change-command.ts")).usersAddCommand,
  },
  {
    name: "users role",
    summary: "Give somebody another role, from their next request on.",
    arguments: [user, { name: "ROLE", summary: "The new role.", required: true }],
    options: [auth, store],
    examples: ["assay users role anna editor"],
    load: async () => (await import("./users-change-command.ts")).usersRoleCommand,
  },
  {
    name: "users password",
    summary: "Give somebody a new password, which signs them out everywhere.",
    arguments: [user],
    options: [stdin, auth, store],
    examples: ["assay users password anna"],
    load: async () => (await import("./users-change-command.ts")).usersPasswordCommand,
  },
  {
    name: "users remove",
    summary: "Take somebody out, with every session and token.",
    arguments: [user],
    options: [auth, store],
    examples: ["assay users remove anna"],
    load: async () => (await import("./users-change-command.ts")).usersRemoveCommand,
  },
  {
    name: "users token",
    summary: "Make a token for a program, such as CI. It is shown once.",
    arguments: [user],
    options: [
      { name: "name", value: "TEXT", summary: "What it is for." },
      {
        name: "role",
        value: "ROLE",
        summary:
          "The most it may do: sender (traces alone), viewer, runner, editor or admin. The user's unless given.",
      },
      { name: "days", value: "N", summary: "How long it lasts, 366 at most.", default: "90" },
      auth,
      store,
    ],
    examples: ["assay users token ci --name github --days 30"],
    load: async () => (await import("./users-token-command.ts")).usersTokenCommand,
  },
  {
    name: "users tokens",
    summary: "Which tokens there are, until when, and when each was last used.",
    arguments: [{ name: "NAME", summary: "Of this user alone." }],
    options: [output, store],
    examples: ["assay users tokens", "assay users tokens ci"],
    load: async () => (await import("./users-token-command.ts")).usersTokensCommand,
  },
  {
    name: "users revoke",
    summary: "End a token, or everything that somebody is signed in by.",
    arguments: [
      user,
      { name: "TOKEN", summary: "Its id; all of them, and sessions, without one." },
    ],
    options: [store],
    examples: ["assay users revoke ci 3f9a1c22d0b4", "assay users revoke anna"],
    load: async () => (await import("./users-token-command.ts")).usersRevokeCommand,
  },
];
