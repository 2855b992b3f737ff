import type { Command, Effects, OrderRow, Refusal } from '../../src/index.ts'
import { max } from '../arithmetic.ts'
import { decimal, equal } from '../checks.ts'
import { isShut } from '../stops.ts'
import { blocksOf, lotOf, passesLimit } from '../traders.ts'
import { openResult } from './arithmetic.ts'
import { startsRisky } from './auditor-risk.ts'
import { isAgainst } from './linked.ts'
import { type AuditedMember, available, orderMargin, reserved } from './margin-accounts.ts'
import type { FuturesRecord } from './record.ts'

type Place = Extract<Command, { kind: 'placeFutures' }>

/** What the auditor knew of a member before he placed an order. */
export interface Expected {
  readonly command: Place
  readonly member: AuditedMember
  readonly available: bigint
  readonly reserved: bigint
  readonly held: number
  readonly orders: readonly OrderRow[]
  /** Something of his group or of another lot of his stands against it, if it opens. */
  readonly isAgainst: boolean
}

export function expectOrder(auditor: FuturesRecord, command: Place): Expected | null {
  const member = auditor.members.get(command.memberId)
  const { order: asked } = command
  const { optionId, side } = asked
  if (!member?.options.has(optionId)) return null
  const lot = lotAsked(asked)
  const name = lotOf({ optionId, lot })
  return {
    command,
    member,
    available: available(member, auditor.markets),
    reserved: reserved(member),
    held: member.positions.get(name)?.qty ?? 0,
    orders: [...member.orders.values()].filter((order) => lotOf(order) === name && order.qty !== null),
    isAgainst: isAgainst(auditor, { ...command, optionId, lot, side, hasOrders: true }),
  }
}

/** What an order nets with; one in a lot of its own with nothing. */
const lotAsked = ({ lot = 0 }: Pick<Place['order'], 'lot'>): number => (lot === 'NEW' ? -1 : lot)

/** An order is refused for a shortage only where there is one, and accepted only where there is none. */
export function checkPlaced(auditor: FuturesRecord, expected: Expected, effects: Effects, at: number): void {
  const { command, member, held, orders } = expected
  const { order } = command
  const reply = effects.reply!
  const option = member.options.get(order.optionId)!
  const market = auditor.markets.get(option.instrument)!
  const code = reply.status === 200 ? null : (reply.body as { code: string }).code
  // Who leads or follows is judged by what copying forbids, before anything else.
  if (auditor.copies !== null && code?.startsWith('COPY_')) return
  const isSameSide = held !== 0 && held > 0 === (order.side === 'LONG')
  check(code, 'REDUCE_ONLY_NO_POSITION', order.isReduceOnly && held === 0)
  check(code, 'REDUCE_ONLY_SAME_SIDE', order.isReduceOnly && isSameSide)
  const qty = Number(decimal(order.qty, option.qtyPrecision))
  check(code, 'REDUCE_ONLY_QTY_EXCEEDED', order.isReduceOnly && held !== 0 && !isSameSide && qty > Math.abs(held))
  const isPlain = order.isReduceOnly && order.marketType === 'MARKET'
  const isPaid = !order.isReduceOnly && (order.side === 'LONG' ? 1 : -1) * (market.rate ?? 0) < -option.maxFunding
  const isStopped = !order.isReduceOnly && auditor.stops.isOn(member.siteId, 'FUTURES', option.instrument)
  check(code, 'OPTION_STOPPED', !isPlain && (isShut(option, at) || isStopped || isPaid))
  if (!order.isReduceOnly) {
    const blocks = blocksOf(member, at)
    for (const name of ['ACCOUNT_DENIED', 'SELF_EXCLUDED', 'COOL_OFF_ACTIVE']) check(code, name, blocks.includes(name))
    if (blocks.includes('SELF_LIMIT_EXCEEDED')) {
      if (code === null) throw new Error('an order was accepted of a member whose time is used up')
      if (code === 'SELF_LIMIT_EXCEEDED') return
    }
  }
  const isUnknown = order.triggerPrice !== null && !order.isMark && market.last === null
  if (!order.isReduceOnly) check(code, 'PRICE_FEED_STALE', !market.live || market.mark === null || isUnknown)
  const site = auditor.sites.get(member.siteId)!
  const until = auditor.releases.until(site, at)
  if (code === 'LEVERAGE_HALVED') {
    if (until === null || order.isReduceOnly)
      throw new Error('an order was refused with LEVERAGE_HALVED without reason')
    equal((reply.body as Refusal).params['until'], until, 'end of the halved leverage')
  }
  const isMoney = code === 'BALANCE_INSUFFICIENT' || code === 'FEE_INSUFFICIENT'
  if (code === 'LINKED_OPPOSITE' && !expected.isAgainst)
    throw new Error('an order was refused with LINKED_OPPOSITE without reason')
  const isRisky = code === 'ISOLATED_MARGIN_INSUFFICIENT'
  if (code !== null && !isMoney && !isRisky && code !== 'SELF_LIMIT_EXCEEDED') return
  const row = effects.rows.orders.find(({ id }) => id === (reply.body as { id?: number }).id)
  if (code === null && !row) throw new Error(`the accepted order ${JSON.stringify(reply.body)} has no row`)
  const type = order.marginType ?? member.types.get(option.id) ?? 'ISOLATED'
  if (row) {
    const { isYoungCapped, youngMaxLeverage } = site
    if (isYoungCapped && row.leverage > youngMaxLeverage) throw new Error(`order ${row.id} has ${row.leverage}x`)
    equal(row.lot, order.lot === 'NEW' ? row.id : (order.lot ?? 0), `lot of order ${row.id}`)
    equal(row.leverage, auditor.leverageOf(member, option, order), `leverage of order ${row.id}`)
    equal(row.marginType, type, `margin type of order ${row.id}`)
  }
  if (order.isReduceOnly) return
  const direction = order.side === 'LONG' ? 1 : -1
  const best = (direction > 0 ? market.book?.asks : market.book?.bids)?.[0]?.[0] ?? null
  const limit = order.price === null ? null : Number(decimal(order.price, option.precision))
  const trigger = order.triggerPrice === null ? null : Number(decimal(order.triggerPrice, option.precision))
  const leverage = row?.leverage ?? auditor.leverageOf(member, option, order)
  const draft = { ...effects.rows.orders[0]!, id: Number.MAX_SAFE_INTEGER, side: order.side, qty, filledQty: 0 }
  const mine = {
    ...draft,
    price: limit,
    basePrice: order.marketType === 'MARKET' ? (best ?? market.mark) : null,
    triggerPrice: trigger,
    leverage,
    isReduceOnly: false,
  }
  const before = orderMargin(option, orders, held)
  const after = orderMargin(option, [...orders, mine as OrderRow], held)
  // A close at the market reserves no closing quantity: the fill of the other order is judged after it.
  const spoken = orders
    .filter(({ side, isReduceOnly, marketType }) => side === order.side && !(isReduceOnly && marketType === 'MARKET'))
    .reduce((sum, one) => sum + one.qty! - one.filledQty, 0)
  const opening = Math.max(0, qty - Math.max(0, Math.max(0, -direction * held) - spoken))
  // Counted anew by this order, its member lost others that fees or margins no longer cover: it was judged by what was left after them.
  const isRecounted = effects.rows.orders.some(
    ({ status, reason }) => status === 'CANCELED' && reason === 'BALANCE_INSUFFICIENT',
  )
  if (row && opening > 0 && expected.isAgainst && !isRecounted)
    throw new Error(`order ${row.id} opens against its group`)
  const { isYoungCapped, youngMaxLeverage } = site
  const most = Math.min(option.brackets[0]!.maxLeverage, isYoungCapped ? youngMaxLeverage : Number.POSITIVE_INFINITY)
  if (row && opening > 0 && until !== null && row.leverage > Math.max(1, most / 2))
    throw new Error(`order ${row.id} opens at ${row.leverage}x around a release`)
  const price = limit ?? trigger ?? best ?? market.mark!
  const isNow =
    trigger === null && (limit === null || !market.book || (best !== null && direction * (best - limit) <= 0))
  const nearer = direction > 0 ? Math.min(price, market.mark!) : Math.max(price, market.mark!)
  const mark = isNow ? market.mark! : trigger === null ? nearer : price
  const isIsolated = type !== 'CROSS' && opening > 0
  const judged = {
    optionId: option.id,
    lot: lotAsked(order),
    direction,
    qty,
    price,
    mark,
    leverage,
    hasTrigger: trigger !== null,
  } as const
  if (!isMoney) check(code, 'ISOLATED_MARGIN_INSUFFICIENT', isIsolated && startsRisky(member, market, judged))
  if (isRisky) return
  const entry = BigInt(direction) * BigInt(price) * BigInt(opening)
  // What a trigger sets off fills where the mark is then.
  const loss =
    trigger === null
      ? max(
          0n,
          -openResult(
            option,
            market.mark!,
            direction * opening,
            entry * 10n ** BigInt(8 - option.precision - option.qtyPrecision),
          ),
        )
      : 0n
  if (isRecounted) return
  const need = after - before + loss
  const isShort = need > 0n && need > expected.available
  check(code, 'SELF_LIMIT_EXCEEDED', passesLimit(member, 'USDT', expected.reserved + need, at))
  if (isShort !== isMoney)
    throw new Error(`an order that needs ${need} of ${expected.available} got ${code ?? 'accepted'} at ${at}`)
  if (row) equal(row.status, 'NEW', 'status of a new order')
}

/** Whether margin that a member adds is beyond a limit of his own, by what was known before it; null: nobody adds any. */
export function addsBeyondLimit(auditor: FuturesRecord, command: Command | null, at: number): boolean | null {
  if (command?.kind !== 'changeMargin' || command.type !== 'ADD') return null
  const member = auditor.members.get(command.memberId)
  return member ? passesLimit(member, 'USDT', reserved(member) + decimal(command.amount, 8), at) : null
}

/** Added margin is refused for a limit of its member only where it passes one, and taken only where it passes none. */
export function checkAdded(isBeyond: boolean, { reply, rows }: Effects): void {
  // Counted anew by this command, its member lost orders that fees no longer cover: it was judged by what was left after them.
  if (rows.orders.some(({ reason }) => reason === 'BALANCE_INSUFFICIENT')) return
  if (reply!.status === 200 && isBeyond) throw new Error('margin was added beyond a limit of its member')
  const { code, params } = reply!.body as Partial<Refusal>
  if (code === 'SELF_LIMIT_EXCEEDED' && params?.['kind'] !== 'TIME' && !isBeyond)
    throw new Error('margin was refused for a limit that it does not pass')
}

function check(code: string | null, name: string, holds: boolean): void {
  if (code === name && !holds) throw new Error(`an order was refused with ${name} without reason`)
  if (code === null && holds) throw new Error(`an order was accepted though ${name}`)
}
