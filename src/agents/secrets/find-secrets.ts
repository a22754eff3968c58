import type { Secret } from "../../core/secrets/secret-mask.ts";
import { isPlain, isWords, looksRandom } from "./looks-random.ts";

type Env = Readonly<Record<string, string | undefined>>;

interface FindOptions {
  /** What an agent's own `.env` says is suspected more easily than what every shell sets. */
  readonly from: "env-file" | "environment";
  /** Names a config lists: secret whatever they look like, or, with `!` before them, never. */
  readonly listed?: readonly string[] | undefined;
}

/** The values in a set of environment variables that must not leave the process. */
export function secretsFrom(env: Env, options: FindOptions): readonly Secret[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : secretsIn(name, value, options),
  );
}

/** What is secret of one variable: all of it, and what it holds of passwords and keys. */
export function secretsIn(
  name: string,
  value: string,
  { from, listed = [] }: FindOptions,
): readonly Secret[] {
  const text = value.trim();
  if (listed.includes(`!${name}`)) return [];
  if (listed.includes(name)) return text.length < SHORTEST_LISTED ? [] : [{ name, value: text }];
  const inner = innerSecrets(name, text);
  // we tell which database is meant, and never its password
  if (name === "ASSAY_STORE") return inner;
  const isWhole = inner.length > 0 || withPassword.test(text) || isSecret(name, text, from);
  return isWhole ? [{ name, value: text }, ...inner] : [];
}

const SHORTEST_LISTED = 3;
/** Shorter values are words that stand in texts by chance. */
const SHORTEST = 6;

function isSecret(name: string, value: string, from: FindOptions["from"]): boolean {
  if (value.length < SHORTEST || harmless.has(value.toLowerCase())) return false;
  // what another variable was to be put in for
  if (value === name || /^\$\{?\w+\}?$/.test(value)) return false;
  if (knownForms.some((form) => form.test(value))) return true;
  if (notSecret.test(name)) return false;
  const words = wordsOf(name);
  const at = words.findLastIndex((word) => secretWords.test(word));
  if (at === -1) return from === "env-file" || !isShell(name) ? isOdd(name, value) : false;
  // TOKEN_URL and AUTH_MODE tell about a secret; what they say may still look like one
  const tells = words.slice(at + 1).some((word) => tellsAbout.test(word));
  if (tells) return isOdd(name, value) || (/webhook/i.test(name) && hasKeyInPath(value));
  return isSecretByName(name, value);
}

function isSecretByName(name: string, value: string): boolean {
  if (counted.test(name) && /^[\d.,_]+$/.test(value)) return false;
  if (/^\d+$/.test(value)) return value.length >= 8;
  if (weakName.test(name) && isWords(value)) return false;
  return !isPlain(value) || looksLikeKey(value) || hasKeyInPath(value);
}

/** By its value alone. */
function isOdd(name: string, value: string): boolean {
  return !isNamedThing.test(name) && looksRandom(value);
}

/** Keys in base64 may begin with a slash and look like a path. */
function looksLikeKey(value: string): boolean {
  return /^\/?[A-Za-z0-9+/]{20,}={0,2}$/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** Of an address that whoever knows it may use, as those of webhooks. */
function hasKeyInPath(value: string): boolean {
  const pieces = /^https?:\/\/[^/]+\/(.+)$/.exec(value)?.[1]?.split(/[/@]/) ?? [];
  return pieces.some((piece) => piece.length >= 16 && looksRandom(piece));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

const secretWords =
  /^(\w*(password|passwd|passphrase|passcode|secret|token|credential|apikey)s?|((access|private|signing|encryption|shared|license|master|service)?key)s?|pwd|pass|auth|authorization|creds?|dsn|cookies?|jwt|bearer|pat|signature|salt|webhooks?)$/;
/** SORT_KEY and AUTH also name what is no secret; plain words under them are left alone. */
const weakName =
  /^(?!.*(password|passwd|passphrase|passcode|secret|token|credential|jwt|bearer))(?!.+_pass$)(?!.*(api|access|secret|private|signing|encryption|master|service|admin|account|session|license)_?(key|auth|cookie))(.*_)?(keys?|auth|cookies?|signature|pass|dsn)(_.*)?$/i;
const tellsAbout =
  /^(name|type|mode|provider|methods?|url|uri|host|domain|path|file|dir|folder|sock|expiry|expires|ttl|age|seconds|minutes|limit|budget|count|enabled|required|region|algorithm|alg|issuer|audience|scopes?|version|endpoint|length|size|flow|backend|strategy|info|window|prefix)$/;
const counted = /tokens\b|tokens?_(per|max|limit|count)|(max|min|num|total)\w*_tokens?/i;

/** Names that are made like keys and are none: models, ids, commits, hosts. */
const isNamedThing =
  /(^|_)(model|deployment|engine|sha|hash|commit|rev|revision|ref|digest|checksum|version|id|ids|uuid|guid|host|hostname|name|user|username|branch|tag|image|bucket|project|region|zone|locale|arn|url|uri|endpoint|address|addr|path|dir|file|platform|arch|target|session|release|build|options|opts|flags|args|command|cmd)s?$|(id|version)$/i;
const notSecret =
  /^(path|home|pwd|oldpwd|shell|user|logname|lang|language|term|display|editor|hostname|shlvl|_|ps\d|ls_colors|lscolors|ssh_auth_sock|xauthority|npm_(config|package|lifecycle|node|execpath|command)(?!\w*(auth|token|password|secret))\w*|public_\w+|next_public_\w+|vite_public_\w+)$/i;

/** Set by shells, desktops and build servers for every program; secret by their name or by a known form only. */
function isShell(name: string): boolean {
  return /^(npm|lc|xdg|gtk|qt|kde|gnome|dbus|desktop|wayland|ssh|gpg|term|colorterm|iterm|wt|wsl|vscode|windowid|less|man|hist|bash|zsh|fish|conda|pyenv|nvm|node|nix|java|go|cargo|rust|git|ci|github|runner|gitlab|buildkite|circle|jenkins|travis|bitbucket|teamcity|tf|kubernetes|codespace|codespaces|journal|invocation|systemd|snap|flatpak|container|ls|pip|python|virtual|homebrew|vitest|jest)(_|$)/i.test(
    name,
  );
}

/** Values that stand in texts every day, also under the name of a secret. */
const harmless: ReadonlySet<string> = new Set(
  `true false enabled disabled default defaults production development staging testing preview
  localhost required optional automatic public private internal external anonymous password passwd
  secret changeme change-me example placeholder undefined unknown replace-me your-key your-token
  your-api-key your-api-key-here your_api_key your_api_key_here dummy-key test-key fake-key not-set
  not-needed unused empty postgres mysql redis admin bearer basic oauth oauth2 apikey api-key api_key
  session cookie header standard platform google github gitlab openai anthropic gemini vertex azure
  include same-origin ollama cognito keycloak firebase supabase clerk auth0 service user account`.split(
    /\s+/,
  ),
);

/** What keys of well-known services look like. */
const knownForms: readonly RegExp[] = [
  /^(sk|pk|rk|whsec|sess)[-_][\w-]{8,}/,
  /^(gh[opusr]_|github_pat_|glpat-|gldt-|npm_|pypi-|hf_|r8_|gsk_|xai-|pplx-|nvapi-|lsv2_|lin_api_|dop_v1_|shpat_|key-|ops_|tvly-|fc-|re_|phc_|dckr_pat_|AGE-SECRET-KEY-)[\w-]{8,}/,
  /^(AKIA|ASIA)[A-Z0-9]{12,}$/,
  /^AIza[\w-]{20,}/,
  /^ya29\.[\w-]+/,
  /^xox[a-z]-[\w-]{8,}|^xapp-[\w-]{8,}/,
  /^hv[sbr]\.[\w-]{8,}|^dp\.[a-z]+\.[\w.-]{8,}/,
  /^\d{8,10}:[\w-]{30,}$/,
  /^(Bearer|Basic|Token) [\w.~+/-]{8,}=*$/i,
  /^SG\.[\w-]{8,}\.[\w-]{8,}/,
  /^eyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?$/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^https:\/\/hooks\.slack\.com\/services\/\w+/,
  /^https:\/\/(\w+\.)?discord(app)?\.com\/api\/webhooks\//,
];

const withPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i;

/** Passwords and keys inside an address, a list of settings or a JSON document. */
function innerSecrets(name: string, text: string): readonly Secret[] {
  const found: (readonly [part: string, value: string])[] = [];
  const address = /^[a-z][a-z0-9+.-]*:\/\/([^/\s]*)@/i.exec(text)?.[1];
  if (address !== undefined) found.push(...innerOfAddress(address));
  for (const [, key = "", value = ""] of text.matchAll(pairs)) {
    if (isPairKey.test(key)) found.push([key, value]);
  }
  // as the header of a request has it; what comes after the word is the secret
  const header = /^(?:Bearer|Basic|Token) ([\w.~+/-]{8,}=*)$/i.exec(text)?.[1];
  if (header !== undefined && /\d|[A-Z].*[a-z]|=/.test(header)) found.push(["credential", header]);
  if (/^[{[]/.test(text)) found.push(...innerOfJson(text));
  if (/PRIVATE KEY-----/.test(text)) {
    const lines = text.split(/\r?\n|\\n/).filter((line) => /^[A-Za-z0-9+/=]{24,}$/.test(line));
    found.push(...lines.map((line, at) => [`line${at + 1}`, line] as const));
  }
  const own = found.flatMap(([part, value]) => [[part, value] as const, decoded(part, value)]);
  const kept = own.filter(
    ([, value]) => value.length >= SHORTEST && value !== text && !harmless.has(value.toLowerCase()),
  );
  const distinct = new Map<string, string>();
  for (const [part, value] of kept) if (!distinct.has(value)) distinct.set(value, part);
  return distinctNames([...distinct].map(([value, part]) => ({ name: `${name}.${part}`, value })));
}

/** A placeholder tells a name alone, so two values never share one. */
export function distinctNames(secrets: readonly Secret[]): readonly Secret[] {
  const values = new Map<string, string>();
  return secrets.map(({ name, value }) => {
    let own = name;
    for (let next = 2; (values.get(own) ?? value) !== value; next += 1) own = `${name}-${next}`;
    values.set(own, value);
    return { name: own, value };
  });
}

const pairs = /(?:^|[?&;,\s])([A-Za-z_][\w.-]*)=([^&;\s]+)/g;
const isPairKey =
  /^(password|passwd|pwd|pass|secret|\w*secret|\w*token|sig|signature|api_?key|\w*accesskey|accountkey|x-amz-signature)$/i;

/** Of `user:password`. Where both are the same word it is the default of some server, and stands in texts. */
function innerOfAddress(address: string): readonly (readonly [part: string, value: string])[] {
  const [user = "", ...rest] = address.split(":");
  const password = rest.join(":");
  if (password === "") return looksRandom(user) ? [["user", user]] : [];
  return password === user && password.length < 12 ? [] : [["password", password]];
}

function decoded(part: string, value: string): readonly [part: string, value: string] {
  try {
    return [`${part}-decoded`, decodeURIComponent(value)];
  } catch {
    return [part, value];
  }
}

function innerOfJson(text: string): readonly (readonly [part: string, value: string])[] {
  try {
    return [...partsOf(JSON.parse(text), "", [])];
  } catch {
    return [];
  }
}

/** By the whole way to it: what is called `token` twice in a document is not one secret. */
function* partsOf(
  value: unknown,
  key: string,
  path: readonly (string | number)[],
): Generator<readonly [part: string, value: string]> {
  if (typeof value === "string" || typeof value === "number") {
    for (const inner of secretsIn(key, String(value), { from: "environment" })) {
      yield [path.join(".") + inner.name.slice(key.length), inner.value];
    }
  }
  if (typeof value !== "object" || value === null) return;
  for (const [at, [name, each]] of Object.entries(value).entries()) {
    // a key may be a secret itself, and is then no name
    const isName = secretsIn("json", name, { from: "environment" }).length === 0;
    if (!isName) yield [[...path, `key${at + 1}`].join("."), name];
    yield* partsOf(each, Array.isArray(value) ? key : name, [...path, isName ? name : at + 1]);
  }
}
