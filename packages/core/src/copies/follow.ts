import { cell } from '../effects.ts'
import { futuresOf, type Holder } from '../futures/state.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { refuseMember } from '../limits/limits.ts'
import { groupOf } from '../risk-groups/state.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import type { Command, Reply } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { closeGathering } from './fan-outs.ts'
import { equityOf } from './flat.ts'
import { copyNumbers } from './numbers.ts'
import { keepFollow } from './restore.ts'
import { copiesOf, type Follow, followOf, type Trader, traderOf } from './state.ts'
import type { FollowSettings } from './types.ts'

type FollowTrader = Extract<Command, { kind: 'followTrader' }>

/** Follows a trader from now on, or changes the settings of him who follows already. */
export function followTrader(state: State, command: FollowTrader, turn: Turn): Reply {
  const { siteId, memberId, traderId } = command
  const trader = traderOf(state, siteId, traderId)
  if (!trader) return refuse('TRADER_NOT_FOUND')
  const holder = holderIn(state, futuresOf(state), siteId, memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const known = followOf(state, memberId)
  if (known?.row.traderId === traderId) return changeFollow(state, holder, known, command, turn)
  const refusal =
    refuseTrader(state, trader, holder) ??
    refuseSettings(state, siteId, command) ??
    refuseFollower(holder, command, turn)
  if (refusal) return refusal
  closeGathering(state, traderId, turn)
  const follow: Follow = { ...cell(rowOf(state, trader, command, turn)), copies: new Map() }
  if (follow.row.slot === trader.row.slots) change(turn.effects, 'copyTraders', trader, { slots: follow.row.slot + 1 })
  keepFollow(state, follow)
  turn.effects.put('copyFollows', follow)
  return answer(follow)
}

function refuseTrader(state: State, trader: Trader, { member }: Holder): Reply | null {
  const { memberId, siteId } = member.row
  const { memberId: traderId, state: stage, isHide, isActive } = trader.row
  if (stage !== 'ACTIVE' || isHide) return refuse('TRADER_NOT_FOUND')
  if (traderId === memberId) return refuse('COPY_SELF')
  if (groupOf(state, memberId).includes(traderId)) return refuse('COPY_LINKED')
  const own = traderOf(state, siteId, memberId)?.row.state
  if (own === 'PENDING' || own === 'ACTIVE' || own === 'SUSPENDED')
    return refuse('COPY_TRADER_RESTRICTED', { rule: 'FOLLOW' })
  if (followOf(state, memberId)) return refuse('COPY_ONE_TRADER_ONLY')
  if (!isActive) return refuse('TRADER_NOT_ACCEPTING')
  const followers = trader.bySlot.filter((follow) => follow && followOf(state, follow.row.memberId) === follow).length
  return followers >= quotaOf(state, trader) ? refuse('TRADER_QUOTA_FULL') : null
}

/** How many may follow a trader at what he is worth now. */
export function quotaOf(state: State, { row }: Trader): number {
  const equity = equityOf(holderIn(state, futuresOf(state), row.siteId, row.memberId)!)
  return copyNumbers.quotaSteps.find((step) => equity >= step.equity)?.followers ?? 0
}

function refuseSettings(state: State, siteId: number, settings: FollowSettings): Reply | null {
  const { optionIds, multiplyPer, oneMaxBet, maxBet, maxLeverage, slipPpm } = settings
  if (optionIds.length === 0) return refuse('COPY_PAIR_REQUIRED')
  const isAny = new Set(optionIds).size !== optionIds.length
  if (isAny || optionIds.some((id) => marketIn(futuresOf(state), siteId, id) === null)) return refuse('STOCK_NOT_FOUND')
  if (!Number.isInteger(multiplyPer) || multiplyPer < 0 || multiplyPer > copyNumbers.mostRatio)
    return refuse('COPY_RATIO_INVALID')
  if (maxBet < copyNumbers.leastBet) return refuse('COPY_MAX_LIMIT_TOO_SMALL')
  if (oneMaxBet < copyNumbers.leastBet) return refuse('COPY_ORDER_LIMIT_TOO_SMALL')
  if (maxBet <= oneMaxBet) return refuse('COPY_MAX_NOT_ABOVE_ORDER_LIMIT')
  if (maxBet > copyNumbers.mostBet) return refuse('COPY_MAX_LIMIT_TOO_LARGE', { max: '1,000,000' })
  if (maxLeverage !== null && (!Number.isInteger(maxLeverage) || maxLeverage < 1))
    return refuse('INVALID_REQUEST', { key: 'maxLeverage' })
  const { leastSlipPpm, slipPpm: most } = copyNumbers
  const isSlip = Number.isInteger(slipPpm) && slipPpm >= leastSlipPpm && slipPpm <= most
  return isSlip ? null : refuse('INVALID_REQUEST', { key: 'slipPpm' })
}

function refuseFollower(holder: Holder, { oneMaxBet }: FollowSettings, turn: Turn): Reply | null {
  const barred = refuseMember(holder.member, turn)
  if (barred) return barred
  if (holder.positions.size > 0) return refuse('COPY_OPEN_POSITION_EXISTS')
  if (holder.orders.size > 0) return refuse('COPY_OPEN_ORDER_EXISTS')
  return availableOf(holder.wallet) < oneMaxBet ? refuse('COPY_BALANCE_INSUFFICIENT') : null
}

function rowOf(state: State, trader: Trader, command: FollowTrader, turn: Turn): Follow['row'] {
  const { siteId, memberId, traderId } = command
  return {
    siteId,
    id: turn.nextId(),
    traderId,
    memberId,
    slot: slotFor(state, trader),
    known: leadLotsOf(state, trader),
    ...settingsOf(command),
    sharePpm: trader.row.sharePpm,
    pausedBy: null,
    skips: 0,
    quit: [],
    ahead: null,
    startedAt: turn.at,
    endId: null,
    endedAt: null,
    endReason: null,
    doneAt: null,
  }
}

/** The lowest free place. While a fan-out runs, nobody takes the place of another. */
function slotFor(state: State, { row, bySlot }: Trader): number {
  const free = copiesOf(state).queues.has(row.memberId) ? -1 : bySlot.indexOf(null)
  return free < 0 ? row.slots : free
}

/** What a trader's lead lots opened so far. */
function leadLotsOf(state: State, { row }: Trader): Follow['row']['known'] {
  const { positions } = holderIn(state, futuresOf(state), row.siteId, row.memberId)!
  return [...positions.values()]
    .filter(({ lot }) => lot !== 0)
    .map((position) => ({ lot: position.lot, quote: position.row.openedQuote }))
}

const settingsOf = ({ optionIds, multiplyPer, oneMaxBet, maxBet, maxLeverage, slipPpm }: FollowSettings) => ({
  optionIds: [...optionIds],
  multiplyPer,
  oneMaxBet,
  maxBet,
  maxLeverage,
  slipPpm,
})

/** Open copies stay as they are. What only lowers is always taken. */
function changeFollow(state: State, holder: Holder, follow: Follow, command: FollowTrader, turn: Turn): Reply {
  const { row } = follow
  const refusal =
    refuseSettings(state, row.siteId, command) ??
    (isLower(row, command) ? null : refuseMember(holder.member, turn)) ??
    refuseAdded(holder, row, command)
  if (refusal) return refusal
  change(turn.effects, 'copyFollows', follow, { ...settingsOf(command), pausedBy: null, skips: 0 })
  return answer(follow)
}

function isLower(row: Follow['row'], next: FollowSettings): boolean {
  const most = (leverage: number | null) => leverage ?? Number.POSITIVE_INFINITY
  return (
    row.pausedBy === null &&
    next.multiplyPer <= row.multiplyPer &&
    next.oneMaxBet <= row.oneMaxBet &&
    next.maxBet <= row.maxBet &&
    most(next.maxLeverage) <= most(row.maxLeverage) &&
    next.slipPpm <= row.slipPpm &&
    next.optionIds.every((id) => row.optionIds.includes(id))
  )
}

/** A pair is added only where its member has nothing of his own in it. */
function refuseAdded(holder: Holder, row: Follow['row'], { optionIds }: FollowSettings): Reply | null {
  const added = optionIds.filter((id) => !row.optionIds.includes(id))
  const isIn = ({ market }: { readonly market: { readonly row: { readonly id: number } } }) =>
    added.includes(market.row.id)
  if ([...holder.positions.values()].some((one) => one.row.followId !== row.id && isIn(one)))
    return refuse('COPY_OPEN_POSITION_EXISTS')
  return [...holder.orders.values()].some(isIn) ? refuse('COPY_OPEN_ORDER_EXISTS') : null
}

function answer({ row }: Follow): Reply {
  return { status: 200, body: { followId: row.id, traderId: row.traderId } }
}
