import type { Security } from '@maru/contract'

/** With so many recovery codes left, new ones are advised. */
const fewCodes = 3

/** Which of the five things that protect a member are ready. */
export const partsOf = ({ totp, phone, email }: Security) => ({
  password: true,
  app: totp.isOn,
  codes: totp.recoveryLeft > fewCodes,
  phone: phone.verifiedAt !== null,
  email: email.verifiedAt !== null,
})

/** What to do next: why, what the button says, and the page for it (null: new recovery codes, a sheet of this page). */
export function nextOf(security: Security) {
  const { app, codes, phone, email } = partsOf(security)
  if (!app) return { advice: 'adviceApp', action: 'enrol', to: '/more/security/totp' } as const
  if (!codes) return { advice: 'adviceCodes', action: 'codesRenew', to: null } as const
  if (!phone) return { advice: 'advicePhone', action: 'verifyPhone', to: '/more/security/verify?way=phone' } as const
  if (!email) return { advice: 'adviceEmail', action: 'verifyEmail', to: '/more/security/verify?way=email' } as const
  return null
}
