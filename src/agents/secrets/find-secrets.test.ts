import { expect, test } from "vitest";
import { secretsFrom, secretsIn } from "./find-secrets.ts";

const froms = ["env-file", "environment"] as const;

const secret: readonly (readonly [name: string, value: string])[] = [
  ["OPENAI_API_KEY", "sk-proj-Ab12Cd34Ef56Gh78"],
  ["GH", "ghp_abcdefghijklmnop1234567890abcdef1234"],
  ["GOOGLE_API_KEY", "AIzaSyA1234567890abcdefghijklmnopqrstuv"],
  ["SLACK", "xoxb-1234567890-abcdefghij"],
  ["AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE"],
  ["AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
  ["DATABASE_URL", "postgres://app:s3cr3tPassw0rd@db.internal:5432/prod"],
  ["ADMIN_PASSWORD", "swordfish"],
  ["DB_PASSWD", "hunter2hunter2"],
  ["SESSION_COOKIE", "connect.sid=s%3Aabc.def"],
  ["SENTRY_DSN", "https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/42"],
  ["STRIPE", "canary9f8e7d6c5b4a"],
  ["WEBHOOK", "zq8Xv2LmQ4"],
  ["BACKEND", "canary-plain-9f8e7d6c"],
  ["JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123"],
  ["MY_CREDENTIAL", "correct horse battery staple"],
  ["PIN_TOKEN", "84029173"],
  ["THING", "p@ssW0rd!9x"],
  ["LETTERS", "IisCWbjQYVcjaKta"],
  ["MOSTLY_LETTERS", "htEDfvwBgu3cJyva"],
  ["BRACKETS", "c4n4ry&Pa$$/w0rd+<9>"],
  ["QUOTED", "(q8Zr2LmX0pW4)'x"],
  ["SERVICE_AUTH", "Basic dXNlcjpwYXNz"],
  ["HEADER", "Bearer abcdef123456ghijk"],
  ["COOKIE_SECRET", "keyboard cat is here"],
  ["AUTH_PASSWORD", "swordfish"],
  ["SMTP_PASS", "correct-horse-battery-staple"],
  ["VAULT", "hvs.CAESIJabcdefGHIJ12"],
  ["BOT", "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"],
  ["CONN", "Server=db;User=sa;Password=Sup3rS3cret!;"],
  ["STUFF", "a8f5f167f44f4964e6c998dee827110c"],
  ["X", "550e8400-e29b-41d4-a716-446655440000"],
  ["INTERNAL", "Zx9-Kq2_Lm7.Vw4"],
  ["HUSH", "qwx7zvbnm3kp"],
  ["SIGNING", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"],
  ["LICENSE", "ABCD-1234-EFGH-5678"],
  ["NPM_CONFIG__AUTH", "dXNlcjpwYXNzd29yZDEyMzQ="],
  ["TEAMS_WEBHOOK_URL", "https://x.example.com/hooks/a8f5f167f44f4964e6c998dee827110c/in"],
  ["ALERT_WEBHOOK", "https://x.example.com/a8f5f167f44f4964e6c998dee827110c"],
  ["AUTH_MODE", "q8Zk2LmPx9"],
  ["DB_PASSWORD", "abcdef"],
  ["DB_PASSWORD", "12345678"],
];

const ordinary: readonly (readonly [name: string, value: string])[] = [
  ["NODE_ENV", "production"],
  ["DEBUG", "true"],
  ["MODEL", "gemini-2.5-flash"],
  ["LLM", "openai/gpt-5-mini"],
  ["M2", "claude-3-5-sonnet-20241022"],
  ["M3", "meta-llama/Llama-4-Scout-17B-16E-Instruct"],
  ["M4", "gpt-4o-mini-2024-07-18"],
  ["M5", "mixtral-8x7b-instruct-v0.1"],
  ["M6", "llama3.1:8b-instruct-q4_K_M"],
  ["M7", "gemini-2.5-flash-preview-05-20"],
  ["M8", "anthropic.claude-3-5-sonnet-20241022-v2:0"],
  ["M9", "Qwen/Qwen2.5-72B-Instruct-AWQ"],
  ["M10", "deepseek-r1-distill-qwen-32b"],
  ["MX", "gpt-oss-120b"],
  ["MY", "gemini-3.1-flash-lite-preview-0915"],
  ["MZ", "text-embedding-3-small"],
  ["MA", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["PORT", "8080"],
  ["PATH", "/usr/bin:/bin"],
  ["HOME", "/home/me"],
  ["BASE_URL", "https://api.example.com/v1"],
  ["API_URL", "http://localhost:8080/api"],
  ["LANG", "en_US.UTF-8"],
  ["TERM", "xterm-256color"],
  ["HOSTNAME", "a1b2c3d4e5f6"],
  ["VERSION", "1.2.3-beta.4"],
  ["MAX_TOKENS", "10000000"],
  ["TOKEN_LIMIT", "200000"],
  ["SSH_AUTH_SOCK", "/tmp/ssh-XXabcd12/agent.123"],
  ["DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"],
  ["LS_COLORS", "rs=0:di=01;34:ln=01;36"],
  ["GITHUB_SHA", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ["GITHUB_RUN_ID", "1234567890"],
  ["npm_config_user_agent", "npm/10.8.2 node/v24.0.0 linux x64 workspaces/false"],
  ["npm_package_name", "my-app"],
  ["npm_config_cache", "/home/me/.npm"],
  ["TZ", "Europe/Berlin"],
  ["CI", "true"],
  ["GIT_AUTHOR_NAME", "Jane Doe"],
  ["GIT_AUTHOR_EMAIL", "jane.doe@example.com"],
  ["APP_NAME", "home-automation-agent"],
  ["REGION", "us-central1"],
  ["PROJECT", "my-gcp-project-123456"],
  ["GOOGLE_CLOUD_PROJECT", "my-project-384721"],
  ["GOOGLE_APPLICATION_CREDENTIALS", "/home/me/key.json"],
  ["AUTH_PROVIDER", "google"],
  ["AUTH_MODE", "production"],
  ["TOKEN_TYPE", "bearer"],
  ["COOKIE_NAME", "session_id"],
  ["LOG_LEVEL", "information"],
  ["GREETING", "Hello there, friend"],
  ["GOOGLE_GENAI_USE_VERTEXAI", "FALSE"],
  ["COLORTERM", "truecolor"],
  ["SHELL", "/bin/bash"],
  ["XDG_SESSION_ID", "c2"],
  ["XDG_RUNTIME_DIR", "/run/user/1000"],
  ["LESSOPEN", "| /usr/bin/lesspipe %s"],
  ["TERM_SESSION_ID", "w0t0p0:550E8400-E29B-41D4-A716-446655440000"],
  ["EDITOR", "nvim"],
  ["NODE_OPTIONS", "--max-old-space-size=4096"],
  ["DATABASE_HOST", "db.internal.example.com"],
  ["CITY", "Reykjavik"],
  ["SORT_KEY", "created_at"],
  ["CREDENTIALS", "same-origin"],
  ["BUILD_SOURCEVERSION", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ["PARTITION_KEY", "userId"],
  ["WORD", "Rechtsschutzversicherung"],
  ["KEY", "true"],
  ["API_KEY", "changeme"],
  ["LOCALE", "de-DE"],
  ["TEMPERATURE", "0.7"],
  ["DATE", "2026-11-16T17:00:00Z"],
  ["FEATURE", "enable_new_checkout_flow"],
  ["CamelCase", "MyHomeAutomationAgent"],
  ["IMAGE", "ghcr.io/org/app:1.2.3"],
  ["GITHUB_REF", "refs/pull/12/merge"],
  ["GITHUB_REPOSITORY", "octo-org/octo-repo"],
  ["RUNNER_TRACKING_ID", "github_550e8400-e29b-41d4-a716-446655440000"],
  ["OLLAMA_HOST", "http://127.0.0.1:11434"],
  ["PYTHONUNBUFFERED", "1"],
  ["KEYBOARD", "qwerty-layout"],
  ["MONKEY", "chimpanzee"],
  ["OPENAI_ORG_ID", "org-AbC123xYz987"],
  ["CACHE_KEY_PREFIX", "weather-cache"],
  ["JAVA_HOME", "/usr/lib/jvm/java-21"],
  ["PS1", "\\u@\\h:\\w\\$ "],
  ["AWS_REGION", "eu-west-1"],
  ["AWS_DEFAULT_REGION", "ap-southeast-2"],
  ["KUBERNETES_PORT", "tcp://10.0.0.1:443"],
  ["INVOCATION_ID", "0123456789abcdef0123456789abcdef"],
  ["SUPPORT_MAIL", "support@example.com"],
  ["UNIT", "celsius-degrees"],
  ["DB_PASSWORD", "1234567"],
  ["DB_PASSWORD", "abcde"],
  ["MY_DSN", "foobar"],
  ["MY_COOKIE", "banana"],
  ["TOKEN_URL", "q8Zk2LmPx9"],
  ["API_HOST", "q8Zk2LmPx9"],
  ["QUERY", "https://api.example.com/search?q=weather"],
  ["AUTHOR", "Jane-Smith"],
  ["TIMEOUT", "30000ms"],
  ["SESSION_MANAGER", "local/host:@/tmp/.ICE-unix/1,unix/host:/tmp/.ICE-unix/1"],
  ["WEBHOOK_URL", "https://example.com/hooks/incoming"],
  ["TOKEN_URL", "https://auth.example.com/oauth2/token"],
  ["npm_config_noproxy", ""],
  ["PATTERN", "^(order|Refund)-[0-9]{6,8}$"],
  ["MODELS", "gpt-4o-mini,gemini-2.5-flash,llama3.1:8b-instruct-q4_K_M"],
  ["FORMAT", "%Y-%m-%d(%H:%M)"],
  ["TEMPLATE", "<b>{user}</b>,order#12"],
  ["BROKERS", "kafka1.example.com:9092,kafka2.example.com:9092"],
  ["SIZES", "(1024x768|1920x1080)!"],
  ["CSS", "rgba(255,136,0,0.5)"],
  ["SCREEN", "1920x1080"],
  ["FUNCTION", "getHTTPResponseCode"],
  ["M11", "OpenGVLab/InternVL3-78B-Instruct"],
  ["M12", "openbmb/MiniCPM-Llama3-V-2_5"],
  ["M13", "NousResearch/DeepHermes-3-Llama-3-8B-Preview"],
  ["M14", "HuggingFaceTB/SmolLM2-1.7B-Instruct"],
  ["M15", "Meta-Llama-3.1-405B-Instruct-FP8"],
  ["WAIT", "1h30m00s"],
  ["PERIOD", "PT1H30M15S"],
  ["OS", "Windows11Pro"],
  ["BASE", "postgres16alpine"],
  ["PHONE", "iPhone15ProMax"],
  ["SHADE", "#FF8800CC"],
  ["COLOR", "#ff8800"],
  ["CRON", "*/5 * * * *"],
  ["npm_package_config_build", "a8f5f167f44f4964e6c998dee827110c"],
  ["OPENAI_API_KEY", "OPENAI_API_KEY"],
  ["DB_PASSWORD", ["$", "{PROD_PASSWORD}"].join("")],
];

test.each(secret)("%s=%s is a secret", (name, value) => {
  for (const from of froms) expect(secretsIn(name, value, { from })[0]).toEqual({ name, value });
});

test.each(ordinary)("%s=%s is none", (name, value) => {
  for (const from of froms) expect(secretsIn(name, value, { from })).toEqual([]);
});

test("passwords inside of addresses, settings and documents are secrets of their own", () => {
  const parts = (name: string, value: string) =>
    secretsIn(name, value, { from: "environment" }).map((each) => `${each.name}=${each.value}`);
  expect(parts("DATABASE_URL", "postgres://app:p%40ss-w0rd9@db:5432/x")).toEqual([
    "DATABASE_URL=postgres://app:p%40ss-w0rd9@db:5432/x",
    "DATABASE_URL.password=p%40ss-w0rd9",
    "DATABASE_URL.password-decoded=p@ss-w0rd9",
  ]);
  expect(parts("DATABASE_URL", "postgres://postgres:postgres@localhost/x")).toEqual([
    "DATABASE_URL=postgres://postgres:postgres@localhost/x",
  ]);
  expect(parts("QUEUE", "Endpoint=sb://x/;SharedAccessKey=q8Zr2LmX0pW4tY6u=")).toContain(
    "QUEUE.SharedAccessKey=q8Zr2LmX0pW4tY6u=",
  );
  const account = JSON.stringify({ project_id: "my-project", private_key: "q8Zr2LmX0pW4tY6u" });
  expect(parts("GCP", account)).toContain("GCP.private_key=q8Zr2LmX0pW4tY6u");
});

test("what a document holds is named by the way to it, and no two values share a name", () => {
  const parts = (value: unknown) =>
    secretsIn("HOUSES", JSON.stringify(value), { from: "environment" })
      .slice(1)
      .map((each) => `${each.name}=${each.value}`);
  expect(
    parts({ dev: { "my token": "swordfish-7" }, prod: { "my token": "Ee55Ff66Gg77" } }),
  ).toEqual(["HOUSES.dev.my token=swordfish-7", "HOUSES.prod.my token=Ee55Ff66Gg77"]);
  expect(parts([{ password: "open-sesame" }, { password: 8402917365 }])).toEqual([
    "HOUSES.0.password=open-sesame",
    "HOUSES.1.password=8402917365",
  ]);
  expect(parts({ passwords: ["swordfish", "open-sesame"] })).toEqual([
    "HOUSES.passwords.0=swordfish",
    "HOUSES.passwords.1=open-sesame",
  ]);
  expect(parts({ "sk-proj-q8Zr2LmX0pW4": "ghp_abcdef1234567890" })).toEqual([
    "HOUSES.key1=sk-proj-q8Zr2LmX0pW4",
    "HOUSES.1=ghp_abcdef1234567890",
  ]);
  expect(parts({ models: ["gpt-4o-mini", "gemini-2.5-flash"], retries: 10000000 })).toEqual([]);
  const twice = secretsIn("LINKS", "a?token=q8Zr2LmX0pW4 b?token=Ee55Ff66Gg77", {
    from: "environment",
  });
  expect(twice.map(({ name }) => name)).toEqual(["LINKS", "LINKS.token", "LINKS.token-2"]);
});

test("a config may name what is a secret, and what is none", () => {
  const env = { HOUSE: "green", STRIPE: "canary9f8e7d6c5b4a" };
  const listed = ["HOUSE", "!STRIPE"];
  expect(secretsFrom(env, { from: "env-file", listed })).toEqual([
    { name: "HOUSE", value: "green" },
  ]);
});
