import { z } from "zod";
import { roles } from "../../../core/team/role.ts";
import { route } from "../../api/route.ts";
import { addUser, changeUser, removeUser } from "../users/change-users.ts";
import { userName } from "../users/users-schema.ts";
import { needTeam, unknown } from "./need-team.ts";

/** Long enough that it is not guessed; a sentence is easier to keep than signs. */
const password = z.string().min(12, "A password has 12 characters or more").max(1000);

const person = z.object({
  user: z.string(),
  label: z.string(),
  origin: z.enum(["file", "oidc"]),
  role: z.string(),
  hasPassword: z.boolean(),
  sessions: z.number(),
  tokens: z.number(),
  /** The last time that anything was asked in this name; null where nobody knows. */
  seenAt: z.number().nullable(),
});

type Person = z.input<typeof person>;

export const peopleList = route({
  summary: "Who may come in, and who has.",
  reply: z.object({ people: z.array(person), file: z.string(), provider: z.string().nullable() }),
  async handle({ parts }) {
    const { users, store, oidc } = needTeam(parts);
    const people = new Map<string, Person>();
    for (const { name, role, password: hash } of users.current().byName.values()) {
      const nothing = { sessions: 0, tokens: 0, seenAt: null };
      people.set(name, {
        ...{ user: name, label: name, origin: "file", role, hasPassword: hash !== undefined },
        ...nothing,
      });
    }
    const count = (what: "sessions" | "tokens", grants: readonly Grant[]) => {
      for (const { user, label, origin, role, seenAt } of grants) {
        const before = people.get(user) ?? {
          ...{ user, label, origin, role, hasPassword: false },
          ...{ sessions: 0, tokens: 0, seenAt: null },
        };
        const seen = Math.max(before.seenAt ?? 0, seenAt);
        people.set(user, { ...before, [what]: before[what] + 1, seenAt: seen === 0 ? null : seen });
      }
    };
    count("sessions", await store.sessions());
    count("tokens", await store.tokens());
    return { people: [...people.values()], file: users.path, provider: oidc.label() ?? null };
  },
});

type Grant = Pick<Person, "user" | "label" | "origin" | "role"> & { readonly seenAt: number };

export const addPerson = route({
  summary: "Add somebody to the file of users.",
  body: z.strictObject({ name: userName, role: z.enum(roles), password: password.optional() }),
  reply: z.object({ user: z.string() }),
  status: 201,
  async handle({ parts, body }) {
    await addUser(needTeam(parts).users, body);
    return { user: body.name };
  },
});

export const changePerson = route({
  summary: "Give somebody another role or password. A new password ends their sessions.",
  body: z.strictObject({ role: z.enum(roles).optional(), password: password.optional() }),
  reply: z.object({ user: z.string() }),
  async handle({ parts, params, body }) {
    const { person: user = "" } = params;
    await changeUser(needTeam(parts).users, user, body);
    return { user };
  },
});

export const removePerson = route({
  summary: "Take somebody out of the file of users, with all that they are signed in by.",
  reply: z.object({ user: z.string() }),
  async handle({ parts, params }) {
    const { person: user = "" } = params;
    const { users, store } = needTeam(parts);
    await removeUser(users, user);
    await store.endSessions({ user });
    await store.endTokens({ user });
    return { user };
  },
});

export const endAccess = route({
  summary: "End all sessions and tokens of somebody.",
  reply: z.object({ ended: z.number() }),
  async handle({ parts, params }) {
    const { person: user = "" } = params;
    const { store } = needTeam(parts);
    const ended = (await store.endSessions({ user })) + (await store.endTokens({ user }));
    if (ended === 0) throw unknown("session or token of that user");
    return { ended };
  },
});
