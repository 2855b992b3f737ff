import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import type { Codes } from './codes.ts'
import { totpField } from './me.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Seal } from './seal.ts'
import { type MemberRow, useTotpStep } from './store.ts'
import { acceptedStep } from './totp.ts'

interface Proofs {
  readonly seal: Seal
  readonly recovery: RecoveryCodes
  readonly codes: Codes
}

/** Proof that a member holds his enrolled authenticator app, or one of his recovery codes. */
export class SecondFactor {
  private readonly app: FastifyInstance
  private readonly deps: Deps
  private readonly seal: Seal
  private readonly recovery: RecoveryCodes
  private readonly codes: Codes

  constructor(app: FastifyInstance, deps: Deps, { seal, recovery, codes }: Proofs) {
    this.app = app
    this.deps = deps
    this.seal = seal
    this.recovery = recovery
    this.codes = codes
  }

  /**
   * Accepts a code once: six digits of the app, or a recovery code. Throws STEP_UP_REQUIRED without a code, OTP_MISMATCH for a
   * wrong or used one, RATE_LIMITED beyond three a minute.
   */
  async check(member: MemberRow, sealed: Buffer, code: string | undefined): Promise<void> {
    if (code === undefined) throw new Refused('STEP_UP_REQUIRED')
    await this.app.rates.take('otp', `${member.siteId}:${member.id}`, member.siteId)
    const accepted =
      code.length === 6 ? await this.takeStep(member, sealed, code) : await this.takeRecovery(member, code)
    if (!accepted) throw new Refused('OTP_MISMATCH')
  }

  /**
   * What money out takes: a code of the enrolled app, else the code that was sent to the verified phone for the request of this
   * Idempotency-Key (`certi/certificate_phone` with the same key). The latter stays right for its own request until it expires, so
   * that a repeat after a lost answer gets through to the stored reply. Under a key that the server made no code was ever sent.
   * Throws STEP_UP_REQUIRED without a code, without a verified phone, and where no code was sent for the request.
   */
  async checkMoneyOut(member: MemberRow, key: string, code: string | undefined): Promise<void> {
    if (member.totpSealed !== null) return this.check(member, member.totpSealed, code)
    if (code === undefined || member.phoneVerifiedAt === null) throw new Refused('STEP_UP_REQUIRED')
    await this.app.rates.take('otp', `${member.siteId}:${member.id}`, member.siteId)
    const name = { siteId: member.siteId, memberId: member.id, key: key.toLowerCase() }
    await this.codes.check(name, 'phone', ['MONEY_OUT'], code, 'STEP_UP_REQUIRED')
  }

  private async takeStep({ siteId, id, totpLastStep }: MemberRow, sealed: Buffer, code: string): Promise<boolean> {
    const secret = this.seal.open(sealed, totpField(siteId, id))
    const step = acceptedStep(secret, code, this.deps.clocks.wall(), totpLastStep)
    return step !== null && this.deps.db.tenant(siteId, (tx) => useTotpStep(tx, siteId, id, step))
  }

  private takeRecovery({ siteId, id }: MemberRow, code: string): Promise<boolean> {
    return this.deps.db.tenant(siteId, (tx) => this.recovery.use(tx, siteId, id, code, this.deps.clocks.wall()))
  }
}
