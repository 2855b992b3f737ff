import type { Command, Effects, HouseMoveRow, HouseRow, P2pOrderRow, Reply, SuspenseRow } from '../../../src/index.ts'
import { replyKeyOf, replyName } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { Store } from '../../store.ts'
import type { UndoLog } from '../../undo.ts'
import { Answered } from '../exchange/answered.ts'
import type { Known } from '../exchange/refusals.ts'
import { isOfMerchant } from '../exits.ts'
import type { Due, Expected } from '../expected.ts'
import { offerOf, priceOf } from './offers.ts'
import { dueOf, isGivenTime, isOver, isProof, isTakenBackLate, judgeRow, nextOf, patience } from './orders.ts'
import { SaleDays } from './sale-days.ts'
import { floatsOf } from './world.ts'

type Open = Extract<Command, { kind: 'p2pOpen' }>
type Sending = Extract<Command, { kind: 'p2pSending' }>

/** The state that each step is told of. */
const stepStates = { open: 'OPEN', paid: 'PAID', cancel: 'CANCELED', dispute: 'DISPUTED' } as const

const counted = {
  'approved sales': 0,
  'never approved': 0,
  'taken back late': 0,
  'bound again': 0,
  'kept from buyers': 0,
  'told steps': 0,
  'steps left behind': 0,
}

interface Moment {
  readonly at: number
  readonly wall: number
}

/** Judges P2P by rules D: coins are set aside before anybody pays, nothing returns by time after "paid", two persons end a dispute. */
export class P2pOrders {
  readonly #undo: UndoLog
  readonly #known: Known
  readonly #answered: Answered
  readonly #orders = new Map<number, P2pOrderRow>()
  /** When a member left orders unpaid, and until when he is blocked. */
  readonly #unpaid = new Map<number, readonly number[]>()
  readonly #blocked = new Map<number, number>()
  /** Coins of merchants that no order has set aside, by account. */
  readonly #floats = new Map<string, bigint>()
  readonly #days: SaleDays
  readonly counts = {
    ...counted,
    orders: 0,
    purchases: 0,
    sales: 0,
    expiries: 0,
    disputes: 0,
    decisions: 0,
    'late sales': 0,
  }

  constructor(undo: UndoLog, known: Known) {
    this.#undo = undo
    this.#known = known
    this.#answered = new Answered(undo)
    this.#days = new SaleDays(undo)
    for (const siteId of [1, 15]) for (const { sub, balance } of floatsOf(siteId)) this.#floats.set(sub, balance)
  }

  /** Sees a call before its postings are compared; `rows` of effects are those of the call. */
  observe(command: Command | null, effects: Effects, expected: Expected, { at, wall }: Moment): void {
    const { rows, reply } = effects
    for (const row of rows.houseMoves) this.#moved(row)
    for (const row of rows.suspenses) if (row.state === 'RETURNED') this.#cameBack(row)
    if (command?.kind === 'p2pSending') this.#sending(command, reply)
    const told = new Set(rows.p2pOrders.map(({ id }) => id))
    if (command?.kind === 'p2pOpen') {
      if (this.#answered.isRepeat(command, reply)) equal(told.size, 0, 'orders of a repeated key')
      else this.#opened(command, reply, effects, expected, { at, wall })
      return
    }
    if (command && !this.#isNew(command, reply)) equal(told.size, 0, `orders of a repeated ${command.kind}`)
    else if (command && 'orderId' in command) this.#expect(command, command.orderId, reply, told, wall)
    else if (command?.kind === 'providerFact' && command.fact.kind === 'p2p' && command.actor.id === 'p2p')
      this.#expect(command, command.fact.orderId, reply, told, wall)
    for (const row of rows.p2pOrders) this.#row(row, command, effects, expected, { at, wall })
  }

  /** Coins of a purchase that its buyer may not have go back to their merchant. */
  #cameBack({ houseSub, amount }: SuspenseRow): void {
    if (isOfMerchant({ houseSub })) this.#undo.set(this.#floats, houseSub, (this.#floats.get(houseSub) ?? 0n) + amount)
  }

  /** A merchant hears only of what stands, in the version that asked for it. */
  #sending({ siteId, orderId, step, version }: Sending, reply: Reply | null): void {
    const row = this.#orders.get(orderId)
    if (row?.siteId !== siteId) return
    const { state, reviewBy, rev } = row
    const isDue = state === stepStates[step] && reviewBy === null && (step === 'dispute' || rev === version)
    if (reply!.status === 200 && !isDue)
      throw new Error(`a merchant was told ${step} of order ${orderId}, which is ${state}`)
    const isFrozen = step === 'open' && row.side === 'SELL' && this.#known.bars.isFrozen(row.memberId)
    if (reply!.status === 200 && isFrozen) throw new Error(`the sale ${orderId} of a frozen member was sent`)
    if (reply!.status !== 200 && isDue && !isFrozen) throw new Error(`${step} of order ${orderId} was held back`)
    this.counts[reply!.status === 200 ? 'told steps' : 'steps left behind']++
  }

  /** A merchant brings coins or takes some back. */
  #moved({ move, creditSub, debitSub, amount }: HouseMoveRow): void {
    if (move !== 'FLOAT_IN' && move !== 'FLOAT_OUT') return
    const [sub, by] = move === 'FLOAT_IN' ? [creditSub, amount] : [debitSub, -amount]
    this.#undo.set(this.#floats, sub, (this.#floats.get(sub) ?? 0n) + by)
  }

  hasOpen(memberId: number): boolean {
    return [...this.#orders.values()].some((row) => row.memberId === memberId && row.closedAt === null)
  }

  /** By time alone nothing is overdue. */
  settled(wall: number): void {
    for (const row of this.#orders.values()) {
      const due = dueOf(row)
      if (due !== null && due <= wall) throw new Error(`order ${row.id} is ${row.state} and was due`)
    }
  }

  /** What is set aside at a merchant is what his open orders say, and his coins are what no order took. */
  house({ account, sub, currency, balance }: HouseRow): void {
    if (!sub.startsWith('p2p-') || currency !== 'USDT') return
    if (account === 'PROVIDER_CLEARING') {
      equal(balance, this.#floats.get(sub) ?? 0n, `the coins of ${sub}`)
      if (balance < 0n) throw new Error(`${sub} has less than nothing`)
    }
    if (account !== 'P2P_ESCROW') return
    let aside = 0n
    for (const { merchantId, escrow } of this.#orders.values()) if (`p2p-${merchantId}` === sub) aside += escrow
    equal(balance, aside, `what orders of ${sub} have set aside`)
  }

  auditStore({ p2pOrders, dnw }: Store): void {
    for (const { siteId, id, state, dnwId, closedAt, escrow, reason, reviewBy } of p2pOrders.values()) {
      const status = dnw.get(`${siteId}:${dnwId}`)?.status
      const open = ['REQUESTED', ...(reviewBy === null ? ['APPROVED', 'CANCELED', 'REJECTED'] : ['REVIEW'])]
      const ended = reason === 'REJECTED' ? ['REJECTED'] : ['CANCELED', 'REJECTED']
      const isBought = state === 'RELEASED' && reason !== 'SUSPENDED'
      const due = isBought ? ['COMPLETED'] : closedAt !== null ? ended : open
      if (!due.includes(status ?? '')) throw new Error(`the request of order ${id}, which is ${state}, is ${status}`)
      if (closedAt !== null) equal(escrow, 0n, `what the closed order ${id} has set aside`)
    }
  }

  /** Whether a command about an order is not one of before again. */
  #isNew(command: Command, reply: Reply | null): boolean {
    if (command.key === null || !('route' in command.key) || !('orderId' in command)) return true
    if (this.#answered.isRepeat(command, reply)) return false
    if (reply) this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    return true
  }

  /** What was done about an order has come of it; what may not be done has changed nothing. */
  #expect(command: Command, orderId: number, reply: Reply | null, told: ReadonlySet<number>, wall: number): void {
    const row = this.#orders.get(orderId)
    const isOwn =
      row !== undefined &&
      command.siteId === row.siteId &&
      (!('memberId' in command) || command.memberId === row.memberId)
    const due = isOwn ? nextOf(row, command, wall, this.#canBind(row)) : null
    const isRefused = (reply?.status ?? 200) >= 400
    if (isRefused || due === null) {
      if (told.has(orderId)) throw new Error(`${command.kind} changed order ${orderId}, which it could not`)
      const isBarred = due === null || row === undefined || this.#mayRefuse(row, command)
      if (!isBarred)
        throw new Error(
          `${command.kind} of order ${orderId}, which is ${row.state}, was refused: ${JSON.stringify(reply?.body)}`,
        )
    } else if (!told.has(orderId) && !(command.kind === 'providerFact' && this.#isShort(row!)))
      throw new Error(`${command.kind} left order ${orderId} as it was, which is ${row!.state}`)
  }

  /** Refusals that the state of the order alone does not explain. */
  #mayRefuse(row: P2pOrderRow, command: Command): boolean {
    if (command.kind === 'p2pDispute') return row.statements >= 10
    if (command.kind !== 'p2pDecide') return false
    return !command.approval || command.version !== row.rev || this.#isShort(row)
  }

  /** Of an order that was over nothing is set aside, and its merchant has not enough to sell it after all. */
  #isShort(row: P2pOrderRow): boolean {
    return row.side === 'BUY' && row.escrow === 0n && this.#floatOf(row) < row.point
  }

  #row(row: P2pOrderRow, command: Command | null, { rows }: Effects, expected: Expected, { at, wall }: Moment): void {
    const before = this.#orders.get(row.id)
    if (!before) throw new Error(`order ${row.id} came from nothing`)
    if (command === null && isGivenTime(before, row, wall)) {
      this.#undo.set(this.#orders, row.id, row)
      return
    }
    const canBind = this.#canBind(before)
    equal(row.state, nextOf(before, command, wall, canBind), `the state of order ${row.id}, which was ${before.state}`)
    judgeRow(before, row, wall)
    if (command?.kind === 'p2pDecide' && !command.approval) throw new Error(`one person ended order ${row.id}`)
    if (command?.kind === 'approveRequest') this.#priced(before, row, at)
    this.#post(before, row, expected, {
      isBound: canBind && isProof(before, command),
      suspenseId:
        rows.suspenses.find(({ state, houseSub }) => state === 'OPEN' && isOfMerchant({ houseSub }))?.id ?? null,
      isBarred: this.#known.holdings.isBarred(row.memberId, wall),
    })
    this.#undo.set(this.#orders, row.id, row)
    if (row.state === 'DISPUTED' && before.state !== 'DISPUTED') this.counts.disputes++
    if (command?.kind === 'p2pDecide') this.counts.decisions++
    if (row.reason === 'UNAPPROVED') this.counts['never approved']++
    const isUnpaid = row.state === 'EXPIRED' && row.side === 'BUY'
    const isLate = command?.kind === 'p2pCancel' && isTakenBackLate(before, wall)
    if (isLate) this.counts['taken back late']++
    if (isUnpaid || isLate) this.#countUnpaid(row, rows, wall)
    if (row.state === 'RELEASED' && row.side === 'SELL' && before.escrow === 0n) this.#days.addLate(row)
  }

  /** The coins of a purchase that was over may be bound again: they are there, and no other order of its member holds coins of the merchant. */
  #canBind({ id, side, escrow, point, memberId, merchantId, ...row }: P2pOrderRow): boolean {
    if (
      side === 'SELL' ||
      escrow > 0n ||
      this.#floatOf({ id, side, escrow, point, memberId, merchantId, ...row }) < point
    )
      return false
    return ![...this.#orders.values()].some(
      (one) =>
        one.id !== id &&
        one.memberId === memberId &&
        one.merchantId === merchantId &&
        one.side === 'BUY' &&
        one.closedAt === null &&
        one.escrow > 0n,
    )
  }

  /** An approved sale has the price of now, for the coins that it set aside. */
  #priced(before: P2pOrderRow, row: P2pOrderRow, at: number): void {
    const mid = this.#known.mids.of('USDT', 'KRW', at)
    if (!mid) throw new Error(`the sale ${row.id} was approved without a price`)
    const { rate, won } = priceOf(before, mid)
    equal(`${row.rate} ${row.won}`, `${rate} ${won}`, `the price of the approved sale ${row.id}`)
    this.counts['approved sales']++
  }

  /** The coins of an order go where its new state says. */
  #post(
    before: P2pOrderRow,
    row: P2pOrderRow,
    expected: Expected,
    { isBound, suspenseId, isBarred }: { isBound: boolean; suspenseId: number | null; isBarred: boolean },
  ): void {
    const { id, point, side } = row
    const { member, merchant, aside } = accountsOf(row)
    if (row.state === 'RELEASED') {
      equal(row.escrow, 0n, `what is set aside of the ended order ${id}`)
      if (side === 'BUY') {
        const from = before.escrow > 0n ? aside : merchant
        equal(row.reason === 'SUSPENDED', isBarred, `whether the purchase ${id} is kept from its buyer`)
        if (isBarred) {
          this.counts['kept from buyers']++
          if (suspenseId === null) throw new Error(`the purchase ${id} of who may bring no money is not in suspense`)
          expected.add(suspenseId, { ...from, amount: -point })
        } else {
          this.counts.purchases++
          expected.add(id, { ...from, amount: -point }, { ...member, amount: point })
        }
        if (before.escrow === 0n) this.#float(row, -point)
      } else if (before.escrow > 0n) {
        this.counts.sales++
        expected.add(id, { ...aside, amount: -before.escrow }, { ...merchant, amount: before.escrow })
        this.#float(row, before.escrow)
      } else {
        // His coins were his again: what is left of them is taken, and judged with what is taken back.
        this.counts['late sales']++
        this.#float(row, point)
      }
    } else if (isOver(row)) {
      if (row.state === 'EXPIRED') this.counts.expiries++
      equal(row.escrow, 0n, `what is set aside of the ended order ${id}`)
      if (before.escrow === 0n) return
      const to = side === 'BUY' ? merchant : member
      expected.add(id, { ...aside, amount: -before.escrow }, { ...to, amount: before.escrow })
      if (side === 'BUY') this.#float(row, before.escrow)
    } else if (row.state === 'DISPUTED' && before.escrow === 0n) {
      const again = isBound ? point : 0n
      equal(row.escrow, again, `what is set aside again of order ${id}`)
      if (again === 0n) return
      this.counts['bound again']++
      expected.add(id, { ...merchant, amount: -again }, { ...aside, amount: again })
      this.#float(row, -again)
    } else equal(row.escrow, before.escrow, `what is set aside of order ${id}`)
  }

  #opened(command: Open, reply: Reply | null, { rows }: Effects, expected: Expected, { at, wall }: Moment): void {
    if (reply === null) throw new Error('an order was not answered')
    const code = (reply.body as { code?: string }).code ?? null
    const due = this.#refusalOf(command, { at, wall })
    if (typeof due === 'string' || due === null) {
      if (due === null || !due.split(' ').includes(code ?? ''))
        throw new Error(`an order of ${command.memberId} was answered ${code}, not ${due}`)
      this.#answered.keep(replyName(replyKeyOf(command)!), reply)
      return
    }
    equal(code, null, `the answer to an order of ${command.memberId}`)
    this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    const row = rows.p2pOrders[0]
    const request = rows.dnw[0]
    if (!request) throw new Error(`an order of ${command.memberId} left no request`)
    if (!row) throw new Error(`an order of ${command.memberId} left no row`)
    const { siteId, memberId, side, won, walletType } = command
    const told = [
      row.siteId,
      row.memberId,
      row.side,
      row.won,
      row.walletType,
      row.merchantId,
      row.rate,
      row.point,
      row.escrow,
    ]
    const meant = [siteId, memberId, side, won, walletType, due.merchantId, due.rate, due.point, due.point]
    equal(told.join(' '), meant.join(' '), `the order ${row.id}`)
    judgeRow(null, row, wall)
    const isReviewed = side === 'SELL' && (request.flags.length > 0 || won >= this.#known.config.fourEyesFrom)
    equal(
      row.reviewBy,
      isReviewed ? wall + patience.review : null,
      `until when two persons approve the order ${row.id}`,
    )
    const isAsked = rows.outgoing.some(({ kind }) => kind === 'provider-call')
    equal(isAsked, !isReviewed, `whether the merchant of order ${row.id} was asked`)
    const { member, merchant, aside } = accountsOf(row)
    const from = side === 'BUY' ? merchant : member
    expected.add(row.id, { ...from, amount: -row.point }, { ...aside, amount: row.point })
    if (side === 'BUY') this.#float(row, -row.point)
    this.#undo.set(this.#orders, row.id, row)
    this.counts.orders++
  }

  /** Why an order may not be opened, or what it has to be. */
  #refusalOf(command: Open, { at, wall }: Moment) {
    const { siteId, memberId, side, won, walletType } = command
    const { holdings, bars, mids, rows } = this.#known
    if (!holdings.isOf(siteId, memberId)) return 'USER_NOT_FOUND'
    if ((this.#blocked.get(memberId) ?? 0) > wall) return 'P2P_BLOCKED'
    if ([...this.#orders.values()].some((row) => row.memberId === memberId && row.closedAt === null))
      return 'REQUEST_ALREADY_PENDING'
    if (walletType !== 'FUTURES' && walletType !== 'USDT') return 'CURRENCY_UNSUPPORTED'
    if (won <= 0n) return 'INVALID_REQUEST'
    if (holdings.isDenied(memberId)) return 'ACCOUNT_DENIED'
    if (side === 'BUY' && holdings.isBarred(memberId, wall)) return 'SELF_EXCLUDED COOL_OFF_ACTIVE'
    if (side === 'SELL' && bars.isFrozen(memberId)) return 'WITHDRAW_FROZEN'
    if (side === 'SELL' && bars.isHeld(memberId, wall)) return 'WITHDRAW_HOLD'
    const mid = mids.of('USDT', 'KRW', at)
    if (!mid) return 'TRY_AGAIN_LATER'
    const offer = offerOf(command, mid, (merchantId) => this.#floats.get(`p2p-${merchantId}`) ?? 0n)
    if (!offer) return 'P2P_LIMIT'
    if (side === 'BUY') {
      const of = { memberId, currency: 'USDT', amount: offer.point }
      return this.#known.limits.isBeyond(of, rows.values(), wall) ? 'SELF_LIMIT_EXCEEDED' : offer
    }
    const free = holdings.free(memberId, walletType)
    if (free === null) return 'WALLET_NOT_FOUND'
    const locked = bars.locked(memberId, walletType, wall)
    if (holdings.isLive(memberId, walletType, at) && offer.point <= free - locked) {
      const isBeyond = this.#days.used(memberId, rows.values(), wall) + won > this.#known.config.withdrawDayMax
      return isBeyond ? 'WITHDRAW_LIMIT_EXCEEDED' : offer
    }
    return offer.point <= free && locked > 0n ? 'WITHDRAW_HOLD' : 'WITHDRAW_EXCEEDS_BALANCE'
  }

  /** The third order that a member leaves unpaid within a day blocks him for a day. */
  #countUnpaid({ memberId }: P2pOrderRow, rows: Effects['rows'], wall: number): void {
    const unpaid = [...(this.#unpaid.get(memberId) ?? []).filter((at) => at > wall - patience.late), wall]
    this.#undo.set(this.#unpaid, memberId, unpaid)
    if (unpaid.length >= 3) this.#undo.set(this.#blocked, memberId, wall + patience.late)
    const row = rows.p2pMembers.find((one) => one.memberId === memberId)
    equal(row?.unpaid.join(' '), unpaid.join(' '), `unpaid orders of ${memberId}`)
    equal(row?.blockedUntil ?? null, this.#blocked.get(memberId) ?? null, `until when ${memberId} is blocked`)
  }

  #floatOf({ merchantId }: P2pOrderRow): bigint {
    return this.#floats.get(`p2p-${merchantId}`) ?? 0n
  }
  #float(row: P2pOrderRow, by: bigint): void {
    this.#undo.set(this.#floats, `p2p-${row.merchantId}`, this.#floatOf(row) + by)
  }
}

/** Where the coins of an order lie: its member's wallet, its merchant's account, and what is set aside between them. */
function accountsOf({ siteId, memberId, merchantId, walletType }: P2pOrderRow) {
  const house: Omit<Due, 'amount' | 'account'> = {
    siteId,
    sub: `p2p-${merchantId}`,
    memberId: null,
    walletType: null,
    currency: 'USDT',
  }
  return {
    member: { ...house, account: 'MEMBER', sub: '', memberId, walletType } as Omit<Due, 'amount'>,
    merchant: { ...house, account: 'PROVIDER_CLEARING' } as Omit<Due, 'amount'>,
    aside: { ...house, account: 'P2P_ESCROW' } as Omit<Due, 'amount'>,
  }
}
