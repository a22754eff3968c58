import { z } from "zod";
import { roles } from "../../../core/team/role.ts";
import { isHash } from "../sign-in/password.ts";

/** Names in the file have no `@` and no `:`, so that nobody of a provider can be taken for one of them. */
export const userName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "A name has small letters, digits, dots, dashes.");

const user = z.strictObject({
  name: userName,
  role: z.enum(roles),
  /** What was made of the password; whoever has none signs in otherwise, or by a token. */
  password: z.string().refine(isHash, "This is no hash that assay users made.").optional(),
});

const oidc = z.strictObject({
  issuer: z.url(),
  clientId: z.string().min(1),
  /** The variable that holds the secret of the client. Without one it is a public client. */
  clientSecretEnv: z.string().regex(/^\w+$/).optional(),
  /** What the button says. */
  label: z.string().min(1).max(60).optional(),
  scopes: z.array(z.string()).optional(),
  /** The claim that roles are read from: a text or a list of texts, `groups` for example. */
  roleClaim: z.string().min(1),
  /** Its values, and the role of each; the greatest counts. */
  roles: z.record(z.string(), z.enum(roles)),
  /** Of somebody whose claim says none of them. Without it they are refused. */
  defaultRole: z.enum(roles).optional(),
});

export const usersSchema = z.strictObject({
  /** Made once. Whoever changes it ends every session and every token. */
  secret: z.string().regex(/^[0-9a-f]{64}$/, "The secret has 64 digits of 0-9 and a-f."),
  users: z.array(user),
  oidc: oidc.optional(),
});

export type WrittenUsers = z.output<typeof usersSchema>;
export type User = WrittenUsers["users"][number];
export type OidcSettings = z.output<typeof oidc>;
