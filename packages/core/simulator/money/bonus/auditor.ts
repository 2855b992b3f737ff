import type { Command, DnwRow, Effects, MoneyConfig, Reply, Rows } from '../../../src/index.ts'
import { replyKeyOf, replyName } from '../../../src/index.ts'
import { min } from '../../arithmetic.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'
import { Answered } from '../exchange/answered.ts'
import type { Due, Expected } from '../expected.ts'
import type { Holdings } from '../holdings.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
type Grant = Pick<Rows['bonusGrants'][number], 'id' | 'memberId' | 'point' | 'required' | 'cap' | 'expiresAt'>
type Coupon = Rows['coupons'][number]

interface Moment {
  readonly at: number
  readonly wall: number
}
interface Known {
  readonly config: MoneyConfig
  readonly holdings: Holdings
}

/** A row of the history that has to come, in this order. */
interface Step {
  readonly type: DnwRow['type']
  readonly walletType: string
  readonly point: bigint
  readonly postings: readonly Omit<Due, 'siteId'>[]
}

/**
 * Judges bonus money by rules D where nobody trades, so that none of it is ever at stake: grants, coupons, caps, expiry, and what leaves the
 * house takes it all.
 */
export class Bonuses {
  readonly #undo: UndoLog
  readonly #known: Known
  readonly #answered: Answered
  readonly #grants = new Map<number, Grant>()
  /** What is there of each open grant. */
  readonly #remainders = new Map<number, bigint>()
  readonly #coupons = new Map<number, Coupon>()
  readonly #uses = new Map<string, number>()
  readonly counts = {
    bonuses: 0,
    'bonus deductions': 0,
    'bonus expiries': 0,
    'bonus forfeits': 0,
    'bonus conversions': 0,
    coupons: 0,
    'coupon uses': 0,
    'coupon refusals': 0,
  }

  constructor(undo: UndoLog, known: Known) {
    this.#undo = undo
    this.#known = known
    this.#answered = new Answered(undo)
  }

  /** Sees a call before its postings are compared. */
  observe(command: Command | null, { reply, rows }: Effects, expected: Expected, { at, wall }: Moment): void {
    const steps: Step[] = []
    const isNew = command === null || !this.#isRepeat(command, reply)
    if (command && isNew) this.#did(command, reply, rows, steps, { at, wall })
    if (command === null)
      for (const row of rows.bonusGrants) if (row.state === 'EXPIRED') this.#expire(row.id, wall, steps)
    for (const memberId of leavers(rows)) this.#leave(memberId, steps)
    this.#compare(steps, rows, expected)
    this.#follow(rows, wall)
  }

  /** By time alone no bonus and no coupon outlives its end. */
  settled(wall: number): void {
    for (const { id, expiresAt } of this.#grants.values())
      if (expiresAt <= wall) throw new Error(`the bonus ${id} is over and was not taken back`)
    for (const { id, endsAt, closedAt } of this.#coupons.values())
      if (closedAt === null && endsAt <= wall) throw new Error(`the coupon ${id} is over and open`)
  }

  #isRepeat(command: Command, reply: Reply | null): boolean {
    if (!kinds.has(command.kind) || reply === null) return false
    if (this.#answered.isRepeat(command, reply)) return true
    this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    return false
  }

  #did(command: Command, reply: Reply | null, rows: Rows, steps: Step[], moment: Moment): void {
    const code = (reply?.body as { code?: string } | undefined)?.code ?? null
    if (command.kind === 'grantBonus') this.#granted(command, code, rows, steps)
    if (command.kind === 'deductBonus') this.#deducted(command, code, steps)
    if (command.kind === 'createCoupon') this.#created(command, code, rows)
    if (command.kind === 'revokeCoupon') this.#revoked(command, code, rows)
    if (command.kind === 'useCoupon') this.#used(command, code, rows, steps, moment)
  }

  #granted(command: Of<'grantBonus'>, code: string | null, rows: Rows, steps: Step[]): void {
    const { config, holdings } = this.#known
    const { memberId, point, approval } = command
    const multiple = command.multiple ?? config.bonusMultiple
    const isBad = point <= 0n || multiple > 1_000
    const due = !approval
      ? 'PERMISSION_DENIED'
      : isBad
        ? 'INVALID_REQUEST'
        : holdings.isDenied(memberId)
          ? 'ACCOUNT_DENIED'
          : null
    equal(code, due, `the answer to a bonus of ${memberId}`)
    if (due === null)
      this.#give('PB', memberId, { point, multiple, cap: point * BigInt(config.bonusCapTimes) }, rows, steps)
  }

  #deducted({ memberId, point, approval }: Of<'deductBonus'>, code: string | null, steps: Step[]): void {
    const taken = min(this.#of(memberId), point)
    const due = !approval
      ? 'PERMISSION_DENIED'
      : point <= 0n
        ? 'INVALID_REQUEST'
        : taken === 0n
          ? 'BALANCE_INSUFFICIENT'
          : null
    equal(code, due, `the answer to a deduction of bonus of ${memberId}`)
    if (due !== null) return
    this.counts['bonus deductions']++
    this.#take(memberId, taken, steps)
    // The oldest gives first.
    let left = taken
    for (const { id } of this.#openOf(memberId)) {
      const part = min(this.#remainderOf(id), left)
      this.#undo.set(this.#remainders, id, this.#remainderOf(id) - part)
      left -= part
    }
    this.#tidy(memberId, steps)
  }

  #created({ siteId, coupon, approval }: Of<'createCoupon'>, code: string | null, rows: Rows): void {
    const isKnown = [...this.#coupons.values()].some((one) => one.siteId === siteId && one.code === coupon.code)
    const isWallet = coupon.walletType === 'BINARY' || coupon.walletType === 'BONUS'
    const due = !approval
      ? 'PERMISSION_DENIED'
      : !isWallet
        ? 'COUPON_WALLET_NOT_ALLOWED'
        : isKnown
          ? 'INVALID_REQUEST'
          : null
    equal(code, due, `the answer to the new coupon ${coupon.code}`)
    if (due !== null) return
    const { config } = this.#known
    const row = rows.coupons[0]
    const told = row && [
      row.point,
      row.multiple,
      row.cap,
      row.startsAt,
      row.endsAt,
      row.maxUses,
      row.uses,
      row.isFirstDeposit,
    ]
    const cap = coupon.cap ?? coupon.point * BigInt(config.bonusCapTimes)
    const { point, startsAt, endsAt, maxUses, isFirstDeposit } = coupon
    const meant = [point, coupon.multiple ?? config.bonusMultiple, cap, startsAt, endsAt, maxUses, 0, isFirstDeposit]
    equal(told?.join(' '), meant.join(' '), `the coupon ${coupon.code}`)
    this.counts.coupons++
  }

  #revoked({ siteId, couponId }: Of<'revokeCoupon'>, code: string | null, rows: Rows): void {
    const coupon = this.#coupons.get(couponId)
    const due = coupon?.siteId !== siteId ? 'COUPON_NOT_FOUND' : coupon.closedAt !== null ? 'COUPON_EXPIRED' : null
    equal(code, due, `the answer to the end of coupon ${couponId}`)
    if (due === null) equal(rows.coupons[0]?.isRevoked, true, `whether the coupon ${couponId} was revoked`)
  }

  /** Within its window, once a member, no more often than it says, and after the first deposit only where it says so. */
  #used(command: Of<'useCoupon'>, code: string | null, rows: Rows, steps: Step[], { wall }: Moment): void {
    const { siteId, memberId, walletType, deposits } = command
    const coupon = [...this.#coupons.values()].find((one) => one.siteId === siteId && one.code === command.code)
    const isHidden =
      !coupon || coupon.startsAt > wall || (coupon.audience.length > 0 && !coupon.audience.includes(memberId))
    const { holdings } = this.#known
    const due = isHidden
      ? 'COUPON_NOT_FOUND'
      : holdings.isDenied(memberId)
        ? 'ACCOUNT_DENIED'
        : holdings.isBarred(memberId, wall)
          ? code
          : walletType !== 'BINARY'
            ? 'COUPON_WALLET_NOT_ALLOWED'
            : coupon.closedAt !== null || coupon.endsAt <= wall
              ? 'COUPON_EXPIRED'
              : this.#uses.has(`${coupon.id}:${memberId}`)
                ? 'COUPON_ALREADY_USED'
                : coupon.uses >= coupon.maxUses
                  ? 'COUPON_SOLD_OUT'
                  : coupon.isFirstDeposit && deposits !== 1
                    ? 'COUPON_FIRST_DEPOSIT'
                    : null
    equal(code, due, `the answer to the coupon ${command.code} of ${memberId}`)
    if (due !== null) {
      this.counts['coupon refusals']++
      return
    }
    this.counts['coupon uses']++
    const { id, point, multiple, cap } = coupon!
    equal(rows.coupons.find((row) => row.id === id)?.uses, coupon!.uses + 1, `uses of the coupon ${id}`)
    this.#undo.set(this.#uses, `${id}:${memberId}`, wall)
    this.#give('B', memberId, { point, multiple, cap }, rows, steps)
  }

  #give(
    type: 'B' | 'PB',
    memberId: number,
    { point, multiple, cap }: { readonly point: bigint; readonly multiple: number; readonly cap: bigint },
    rows: Rows,
    steps: Step[],
  ): void {
    const row = rows.bonusGrants.find((one) => one.memberId === memberId && !this.#grants.has(one.id))
    const required = point * BigInt(multiple)
    equal([row?.point, row?.required, row?.cap].join(' '), [point, required, cap].join(' '), `the bonus of ${memberId}`)
    this.counts.bonuses++
    steps.push({ type, walletType: 'BONUS', point, postings: [house(-point), bonus(memberId, point)] })
    this.#undo.set(this.#grants, row!.id, row!)
    this.#undo.set(this.#remainders, row!.id, point)
    this.#tidy(memberId, steps)
  }

  #expire(id: number, wall: number, steps: Step[]): void {
    const grant = this.#grants.get(id)
    if (!grant || grant.expiresAt > wall) throw new Error(`the bonus ${id} was taken back before its time`)
    this.counts['bonus expiries']++
    const remainder = this.#remainderOf(id)
    this.#end(grant)
    this.#take(grant.memberId, remainder, steps)
    this.#tidy(grant.memberId, steps)
  }

  #leave(memberId: number, steps: Step[]): void {
    if (this.#of(memberId) > 0n) this.counts['bonus forfeits']++
    const all = this.#of(memberId)
    for (const grant of this.#openOf(memberId)) this.#end(grant)
    this.#take(memberId, all, steps)
  }

  /** What asks for no turnover is cash at once, up to its cap, and a grant of which nothing is left ends: each has money of its own. */
  #tidy(memberId: number, steps: Step[]): void {
    for (const grant of this.#openOf(memberId)) {
      if (grant.required > 0n) continue
      const remainder = this.#remainderOf(grant.id)
      const cash = min(remainder, grant.cap)
      this.#end(grant)
      this.counts['bonus conversions']++
      if (cash > 0n) {
        steps.push({
          type: 'TO',
          walletType: 'BONUS',
          point: cash,
          postings: [bonus(memberId, -cash), won(memberId, cash)],
        })
      }
      this.#take(memberId, remainder - cash, steps)
    }
    for (const grant of this.#openOf(memberId)) if (this.#remainderOf(grant.id) === 0n) this.#end(grant)
  }

  #take(memberId: number, point: bigint, steps: Step[]): void {
    if (point === 0n) return
    steps.push({ type: 'PM', walletType: 'BONUS', point, postings: [bonus(memberId, -point), house(point)] })
  }

  #end(grant: Grant): void {
    this.#grants.delete(grant.id)
    this.#undo.push(() => this.#grants.set(grant.id, grant))
  }
  #openOf(memberId: number): Grant[] {
    return [...this.#grants.values()].filter((grant) => grant.memberId === memberId).sort((a, b) => a.id - b.id)
  }
  #remainderOf(id: number): bigint {
    return this.#grants.has(id) ? this.#remainders.get(id)! : 0n
  }
  #of(memberId: number): bigint {
    return this.#openOf(memberId).reduce((sum, { id }) => sum + this.#remainderOf(id), 0n)
  }

  /** The rows of bonus wallets are those that have to be, in their order, with their postings. */
  #compare(steps: readonly Step[], { dnw }: Rows, expected: Expected): void {
    const rows = dnw.filter(({ walletType }) => walletType === 'BONUS')
    const shown = (list: readonly Pick<Step, 'type' | 'point'>[]) =>
      list.map(({ type, point }) => `${type} ${point}`).join(', ')
    equal(shown(rows), shown(steps), 'the rows of bonus wallets')
    for (const [place, { id, siteId }] of rows.entries())
      expected.add(id, ...steps[place]!.postings.map((posting) => ({ ...posting, siteId })))
  }

  /** What the core says of grants and coupons is what stands here. */
  #follow(rows: Rows, wall: number): void {
    for (const row of rows.bonusGrants) {
      equal(row.closedAt === null, this.#grants.has(row.id), `whether the bonus ${row.id} is open`)
      equal(row.remainder, this.#remainderOf(row.id), `what is there of the bonus ${row.id}`)
    }
    for (const { memberId, type, posted } of rows.wallets)
      if (type === 'BONUS') equal(posted, this.#of(memberId), `what bonuses of ${memberId} add up to`)
    for (const row of rows.coupons) {
      const before = this.#coupons.get(row.id)
      if (before && before.closedAt === null && row.closedAt !== null && !row.isRevoked && wall < row.endsAt)
        throw new Error(`the coupon ${row.id} was closed before its end`)
      this.#undo.set(this.#coupons, row.id, row)
    }
  }
}

const kinds: ReadonlySet<string> = new Set(['grantBonus', 'deductBonus', 'createCoupon', 'revokeCoupon', 'useCoupon'])

/** Whose money left the house, or went to somebody else, in this call. */
function leavers({ dnw }: Rows): number[] {
  const isExit = ({ type, status, reason, pairId, memberId }: DnwRow) =>
    ((type === 'W' || type === 'WS') && status === 'COMPLETED') ||
    (type === 'PM' && reason === 'P2P_LATE') ||
    (type === 'TO' && dnw.some((row) => row.id === pairId && row.memberId !== memberId))
  return [...new Set(dnw.filter(isExit).map(({ memberId }) => memberId))]
}

const leg = { sub: '', memberId: null, walletType: null, currency: 'KRW' } as const
const house = (amount: bigint) => ({ ...leg, account: 'BONUS_EXP' as const, amount })
const bonus = (memberId: number, amount: bigint) => ({
  ...leg,
  account: 'MEMBER_BONUS' as const,
  memberId,
  walletType: 'BONUS' as const,
  amount,
})
const won = (memberId: number, amount: bigint) => ({
  ...leg,
  account: 'MEMBER' as const,
  memberId,
  walletType: 'BINARY' as const,
  amount,
})
