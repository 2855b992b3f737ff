import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import { totpField } from './me.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Seal } from './seal.ts'
import { type MemberRow, useTotpStep } from './store.ts'
import { acceptedStep } from './totp.ts'

/** Proof that a member holds his enrolled authenticator app, or one of his recovery codes. */
export class SecondFactor {
  private readonly app: FastifyInstance
  private readonly deps: Deps
  private readonly seal: Seal
  private readonly recovery: RecoveryCodes

  constructor(app: FastifyInstance, deps: Deps, seal: Seal, recovery: RecoveryCodes) {
    this.app = app
    this.deps = deps
    this.seal = seal
    this.recovery = recovery
  }

  /**
   * Accepts a code once: six digits of the app, or a recovery code. Throws STEP_UP_REQUIRED without a code, OTP_MISMATCH for a
   * wrong or used one, RATE_LIMITED beyond three a minute.
   */
  async check(member: MemberRow, sealed: Buffer, code: string | undefined): Promise<void> {
    if (code === undefined) throw new Refused('STEP_UP_REQUIRED')
    await this.app.rates.take('otp', `${member.siteId}:${member.id}`)
    const accepted =
      code.length === 6 ? await this.takeStep(member, sealed, code) : await this.takeRecovery(member, code)
    if (!accepted) throw new Refused('OTP_MISMATCH')
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
