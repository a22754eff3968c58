import { auditList } from "./audit-list.ts";
import { endMySession, endMyToken, me, myAccess, myTokens, newToken } from "./my-routes.ts";
import { addPerson, changePerson, endAccess, peopleList, removePerson } from "./people-routes.ts";

/** Who asks, and, for admins, who else may. */
export const teamRoutes = {
  "GET /me": me,
  "GET /me/tokens": myTokens,
  "POST /me/tokens": newToken,
  "DELETE /me/tokens/:token": endMyToken,
  "GET /me/sessions": myAccess,
  "DELETE /me/sessions/:session": endMySession,
  "GET /people": peopleList,
  "POST /people": addPerson,
  "PATCH /people/:person": changePerson,
  "DELETE /people/:person": removePerson,
  "POST /people/:person/end": endAccess,
  "GET /audit": auditList,
} as const;
