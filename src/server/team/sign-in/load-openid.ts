import { UserFacingError } from "../../../core/errors.ts";

type OpenIdClient = typeof import("openid-client");

/** Loaded by who signs people in by a provider, and by nobody else. */
export async function loadOpenId(): Promise<OpenIdClient> {
  try {
    return await import("openid-client");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UserFacingError(
      "users/invalid",
      "Signing in by a provider needs the package openid-client, which is not installed.",
      { hint: "Run:  npm install openid-client", cause: error },
    );
  }
}
