import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** A code of the step before or after counts too: clocks of phones differ. */
const window = 1

/** The time step of a good code that is newer than `lastStep`, or null: no code is accepted twice. */
export function acceptedStep(secret: string, code: string, now: number, lastStep: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds, algorithm: 'SHA1' })
  const delta = totp.validate({ token: code, timestamp: now, window })
  if (delta === null) return null
  const step = Math.floor(now / 1000 / periodSeconds) + delta
  return step > lastStep ? step : null
}

/** The otpauth:// address by which an app takes the secret over: SHA-1, 6 digits, 30 s, as every app knows. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds }).toString()
