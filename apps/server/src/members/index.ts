import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Messages } from '../outgoing/index.ts'
import { lookupKey } from '../secrets.ts'
import { Codes } from './codes.ts'
import { registerContacts } from './contacts.ts'
import { watchDenials } from './denials.ts'
import { registerMemberDesk } from './desk.ts'
import { registerDeskMessages } from './desk-messages.ts'
import { registerFind } from './find.ts'
import { registerGroupMessages } from './group-messages.ts'
import { Identity } from './identity.ts'
import { registerIdentity } from './identity-routes.ts'
import { registerLogin } from './login.ts'
import { registerMembership } from './membership.ts'
import { openMissingMembers } from './open-members.ts'
import { registerProfile } from './profile.ts'
import { RecoveryCodes } from './recovery-codes.ts'
import { Seal } from './seal.ts'
import { SecondFactor } from './second-factor.ts'
import { Sessions } from './sessions.ts'
import { registerSignup } from './signup.ts'
import { registerStaffProof } from './staff-proof.ts'
import { registerStaffSessions } from './staff-session-desk.ts'
import { registerTotpEnrolment } from './totp-enrolment.ts'
import { tellMissingTraits } from './traits.ts'

export { resetTotpHere } from './break-glass.ts'
export { type Colleague, colleaguesOf } from './colleagues.ts'
export { demoPassword, type StaffLogin, seedDemo } from './demo.ts'
export { actOnMember } from './desk-acts.ts'
export { deviceKeptMs } from './devices.ts'
export { spreadExclusions } from './exclusions.ts'
export { forgetChecks } from './identity-store.ts'
export { forgetMembers } from './membership-store.ts'
export { fillPhoneEnds } from './phone-ends.ts'
export { Seal } from './seal.ts'
export { registerStaffDesk } from './staff-desk.ts'
export { memberById } from './store.ts'
export { forgetTraits, seeTrait, tellTraits } from './traits.ts'
export { forgetAttempts, forgetSessions, forgetTokens } from './upkeep.ts'
export { forgetCodes } from './verification-store.ts'

/** What other rooms use of the members'. */
export interface MemberParts {
  readonly seal: Seal
  readonly secondFactor: SecondFactor
  readonly identity: Identity
}

/** Members: sign-up, sign-in, sessions, profile, and what they prove of themselves. */
export function registerMembers(app: FastifyInstance, deps: Deps): MemberParts {
  const seal = new Seal(deps.config.tokenSecret, deps.config.lookupKeys)
  const sessions = new Sessions(deps, app.accessTokens)
  const recovery = new RecoveryCodes(lookupKey(deps.config, 'recovery-code'))
  const messages = new Messages(deps.config.tokenSecret, deps.bus, deps.clocks.wall)
  const codes = new Codes(deps, app.rates, seal, messages)
  const secondFactor = new SecondFactor(app, deps, { seal, recovery, codes })
  const identity = new Identity(deps, seal)
  registerSignup(app, deps, seal, codes, identity)
  registerIdentity(app, deps, identity)
  registerContacts(app, deps, { seal, codes, messages })
  registerFind(app, deps, { seal, codes, messages, sessions, secondFactor })
  registerLogin(app, deps, sessions, seal, secondFactor)
  registerProfile(app, deps, sessions, seal)
  registerMembership(app, deps, { sessions, seal, secondFactor })
  registerTotpEnrolment(app, deps, { sessions, seal, secondFactor, recovery })
  registerMemberDesk(app, deps, sessions, seal)
  registerDeskMessages(app, deps)
  registerGroupMessages(app, deps, seal)
  registerStaffProof(app, deps, secondFactor)
  registerStaffSessions(app, deps, sessions)
  watchDenials(app, deps, sessions)

  app.addHook('onReady', () =>
    openMissingMembers(deps, (siteId) => app.sites.byId(siteId)?.moneyMode ?? 'LICENSED')
      .then(() => tellMissingTraits(deps))
      .catch((error) => {
        // The core may still be starting: sign-in and `me` try again.
        deps.log.warn({ err: error }, 'wallets not opened at start')
      }),
  )
  return { seal, secondFactor, identity }
}
