/** What the tests of bonus money share. */
import { byMember, byStaff, bySystem } from '../../envelope.ts'
import { SITE } from '../../testing.ts'
import type { BonusGrantRow, Command, Minor, NewCoupon, Reply } from '../../types.ts'
import { Teller } from '../testing.ts'

/** A house where rounds are played on a live price; member 7 has no cash but what a test gives him. */
export class Promoter extends Teller {
  override member(memberId: number, krw: Minor = 0n): number {
    return super.member(memberId, krw)
  }

  /** Begins a feed that stays alive. */
  begin(): this {
    this.live()
    this.tick(100_00)
    this.settle()
    return this
  }

  grant(point: Minor, multiple: number | null = null, memberId = 7): Reply {
    return this.do({ kind: 'grantBonus', ...this.byTwo(), memberId, point, multiple })
  }

  deduct(point: Minor, memberId = 7): Reply {
    return this.do({ kind: 'deductBonus', ...this.byTwo(), memberId, point })
  }

  coupon(parts: Partial<NewCoupon> = {}): Reply {
    return this.do({ kind: 'createCoupon', ...this.byTwo(), coupon: { ...this.newCoupon(), ...parts } })
  }

  newCoupon(): NewCoupon {
    return {
      code: 'MARU-10',
      title: '가을맞이 보너스',
      walletType: 'BINARY',
      point: 100_000n,
      multiple: null,
      cap: null,
      startsAt: this.wall,
      endsAt: this.wall + 86_400_000,
      maxUses: 2,
      isFirstDeposit: false,
      audience: [],
    }
  }

  use(memberId = 7, parts: Partial<Extract<Command, { kind: 'useCoupon' }>> = {}): Reply {
    const by = byMember({ siteId: SITE, memberId }, this.key())
    return this.do({ kind: 'useCoupon', ...by, code: 'MARU-10', walletType: 'BINARY', deposits: 0, ...parts })
  }

  revoke(couponId: number): Reply {
    return this.do({ kind: 'revokeCoupon', ...byStaff(SITE, 9, 'too many'), key: this.key(), couponId })
  }

  /** Members who join are one risk group. */
  join(memberId: number): Reply {
    return this.do({ kind: 'noteTrait', ...bySystem(SITE), memberId, trait: 'DEVICE', hash: 'ab'.repeat(16) })
  }

  /** A step that nobody else has agreed to. */
  byOne() {
    return { ...byStaff(SITE, 9, 'made up for a fault'), key: this.key() }
  }

  override byTwo() {
    return { ...byStaff(SITE, 9, 'made up for a fault', { approval: { id: 1, staffId: 10 } }), key: this.key() }
  }

  purse(memberId = 7): { readonly cash: Minor; readonly bonus: Minor } {
    const wallets = this.ask('members.wallets', { siteId: SITE, memberId })
    const of = (type: string) => wallets.find((wallet) => wallet.type === type)?.posted ?? 0n
    return { cash: of('BINARY'), bonus: of('BONUS') }
  }

  held(memberId = 7): readonly BonusGrantRow[] {
    return this.ask('bonus.held', { siteId: SITE, memberId }).grants
  }

  /** The newest form of a grant. */
  ended(memberId = 7): BonusGrantRow | undefined {
    return this.calls.flatMap(({ rows }) => rows.bonusGrants).findLast((row) => row.memberId === memberId)
  }

  /** Stakes in the round that takes stakes, and lets it be decided at a price. */
  play(side: 'B' | 'S', point: Minor, close: number, memberId = 7): Reply {
    const round = this.betting()
    const reply = this.bet(memberId, side, point, round.id)
    this.until(round.startAt - 1_000, 100_00)
    this.until(round.endAt - 1_000, 100_00)
    this.until(round.endAt + 4_000, close)
    return reply
  }
}
