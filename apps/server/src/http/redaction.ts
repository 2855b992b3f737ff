/** Names under which a secret or personal data could come into a log line, at the top of it or one level below. */
const names = [
  'password',
  'currentPassword',
  'otp',
  'secret',
  'recoveryCodes',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'tokenSecret',
  'databaseUrl',
  'phone',
  'bankInfo',
  'accountNumber',
]

/** For pino: a second guard behind the rule that none of these is ever logged. */
export const redaction = {
  paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  censor: '[redacted]',
}
