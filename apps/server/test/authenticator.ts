import { TOTP } from 'otpauth'

/** What an authenticator app shows for a secret at a time, `steps` of 30 s later. */
export const appCode = (secret: string, at: number, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: at + steps * 30_000 })
