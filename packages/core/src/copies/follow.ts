import { cell } from '../effects.ts'
import { futuresOf, type Holder, type Position } from '../futures/state.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { kstMidnight } from '../kst.ts'
import { refuseMember } from '../limits/limits.ts'
import { formatMinor } from '../money.ts'
import { groupOf } from '../risk-groups/state.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import type { Command, Minor, Reply } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { closeGathering } from './fan-outs.ts'
import { equityOf } from './flat.ts'
import { guardLosses, lossOf } from './loss.ts'
import { copyBar, copyNumbers, LEAST_SLIP_PPM } from './numbers.ts'
import { keepFollow } from './restore.ts'
import { keepPair } from './set-aside.ts'
import { settleNow } from './settle.ts'
import { copiesOf, type Follow, followOf, type Pair, pairName, type Trader, traderOf } from './state.ts'
import type { FollowSettings } from './types.ts'

/** So many times what a follow puts beside orders its loss stop may be. */
const LOSS_TIMES = 5n
/** What a trader is worth from which on more may follow him. */
const [LOW, MIDDLE, HIGH] = [100_00000000n, 1_000_00000000n, 5_000_00000000n]

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
  const shut = copyBar(state, siteId)
  const refusal =
    (shut && refuse(shut)) ??
    refuseTrader(state, trader, holder) ??
    refuseSettings(state, siteId, command) ??
    refuseFollower(holder, command, turn)
  if (refusal) return refusal
  closeGathering(state, traderId, turn)
  const pair = pairOf(state, trader, command, turn)
  const follow: Follow = { ...cell(rowOf(state, trader, pair, command, turn)), pair, copies: new Map() }
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
  const { traderQuotaLow, traderQuotaMiddle, traderQuotaHigh } = copyNumbers(state, row.siteId)
  if (equity >= HIGH) return traderQuotaHigh
  if (equity >= MIDDLE) return traderQuotaMiddle
  return equity >= LOW ? traderQuotaLow : 0
}

/** `row`: what holds already, which a site that was configured otherwise since lets be kept. */
function refuseSettings(
  state: State,
  siteId: number,
  settings: FollowSettings,
  row: Follow['row'] | null = null,
): Reply | null {
  const { optionIds, multiplyPer, oneMaxBet, maxBet, maxLeverage, slipPpm } = settings
  const { copyMostRatio, copyLeastBet, copyMostBet, copySlipPpm } = copyNumbers(state, siteId)
  const isKept = (key: 'multiplyPer' | 'maxBet' | 'slipPpm') => row !== null && settings[key] <= row[key]
  if (optionIds.length === 0) return refuse('COPY_PAIR_REQUIRED')
  const isAny = new Set(optionIds).size !== optionIds.length
  if (isAny || optionIds.some((id) => marketIn(futuresOf(state), siteId, id) === null)) return refuse('STOCK_NOT_FOUND')
  if (!Number.isInteger(multiplyPer) || multiplyPer < 0 || (multiplyPer > copyMostRatio && !isKept('multiplyPer')))
    return refuse('COPY_RATIO_INVALID')
  if (maxBet < copyLeastBet) return refuse('COPY_MAX_LIMIT_TOO_SMALL')
  if (oneMaxBet < copyLeastBet) return refuse('COPY_ORDER_LIMIT_TOO_SMALL')
  if (maxBet <= oneMaxBet) return refuse('COPY_MAX_NOT_ABOVE_ORDER_LIMIT')
  if (maxBet > copyMostBet && !isKept('maxBet'))
    return refuse('COPY_MAX_LIMIT_TOO_LARGE', { max: formatMinor(copyMostBet, 'USDT') })
  if (maxLeverage !== null && (!Number.isInteger(maxLeverage) || maxLeverage < 1))
    return refuse('INVALID_REQUEST', { key: 'maxLeverage' })
  const most = Math.max(copySlipPpm, LEAST_SLIP_PPM)
  const lossFault = refuseLossStop(settings, copyLeastBet, row)
  if (lossFault) return lossFault
  const isSlip = Number.isInteger(slipPpm) && slipPpm >= LEAST_SLIP_PPM && (slipPpm <= most || isKept('slipPpm'))
  return isSlip ? null : refuse('INVALID_REQUEST', { key: 'slipPpm' })
}

/** A loss stop is no less than a stake, and no more than five times what the follow puts beside orders. */
function refuseLossStop({ lossStop, maxBet }: FollowSettings, min: Minor, row: Follow['row'] | null): Reply | null {
  if (lossStop === null) return null
  const isKept = row !== null && row.lossStop !== null && lossStop <= row.lossStop
  if (lossStop >= min && (lossStop <= maxBet * LOSS_TIMES || isKept)) return null
  return refuse('COPY_LOSS_STOP_INVALID', { min: formatMinor(min, 'USDT') })
}

function refuseFollower(holder: Holder, { oneMaxBet }: FollowSettings, turn: Turn): Reply | null {
  const barred = refuseMember(holder.member, turn)
  if (barred) return barred
  if (holder.positions.size > 0) return refuse('COPY_OPEN_POSITION_EXISTS')
  if (holder.orders.size > 0) return refuse('COPY_OPEN_ORDER_EXISTS')
  return availableOf(holder.wallet) < oneMaxBet ? refuse('COPY_BALANCE_INSUFFICIENT') : null
}

/** What the two have with each other, from the first follow on. */
function pairOf(state: State, trader: Trader, { siteId, memberId, traderId }: FollowTrader, turn: Turn): Pair {
  const { pairs } = copiesOf(state)
  const name = pairName(traderId, memberId)
  const known = pairs.get(name)
  const { sharePpm } = trader.row
  if (known) {
    // What is open of an earlier follow was closed before; from now on the trader's newest rate holds.
    settleNow(state, known, turn)
    change(turn.effects, 'copyPairs', known, { sharePpm })
    return known
  }
  const day = kstMidnight(turn.at)
  const row = { siteId, traderId, followerId: memberId, net: 0n, hwm: 0n, sharePpm, day }
  const pair = { ...cell(row), copies: new Set<Position>() }
  keepPair(state, pair)
  turn.effects.put('copyPairs', pair)
  return pair
}

function rowOf(state: State, trader: Trader, pair: Pair, command: FollowTrader, turn: Turn): Follow['row'] {
  const { siteId, memberId, traderId } = command
  return {
    siteId,
    id: turn.nextId(),
    traderId,
    memberId,
    slot: slotFor(state, trader),
    known: leadLotsOf(state, trader),
    ...settingsOf(command),
    netBefore: pair.row.net,
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

const settingsOf = ({
  optionIds,
  multiplyPer,
  oneMaxBet,
  maxBet,
  maxLeverage,
  slipPpm,
  lossStop,
  lossStopClose,
}: FollowSettings) => ({
  optionIds: [...optionIds],
  multiplyPer,
  oneMaxBet,
  maxBet,
  maxLeverage,
  slipPpm,
  lossStop,
  lossStopClose,
})

/** Open copies stay as they are. What only lowers is always taken. */
function changeFollow(state: State, holder: Holder, follow: Follow, command: FollowTrader, turn: Turn): Reply {
  const { row } = follow
  const refusal =
    refuseSettings(state, row.siteId, command, row) ??
    (isLower(row, command) ? null : refuseRaise(state, holder, turn)) ??
    refuseAdded(holder, row, command) ??
    refuseLost(state, follow, command)
  if (refusal) return refusal
  change(turn.effects, 'copyFollows', follow, { ...settingsOf(command), pausedBy: null, skips: 0 })
  guardLosses(state, follow)
  return answer(follow)
}

/** A loss stop is not set to what is lost already. */
function refuseLost(state: State, follow: Follow, { lossStop }: FollowSettings): Reply | null {
  const lost = lossStop === null || lossStop === follow.row.lossStop ? null : lossOf(follow)
  if (lost === null || lossStop! > lost) return null
  const { copyLeastBet } = copyNumbers(state, follow.row.siteId)
  return refuse('COPY_LOSS_STOP_INVALID', { min: formatMinor(lost > copyLeastBet ? lost : copyLeastBet, 'USDT') })
}

function refuseRaise(state: State, { member }: Holder, turn: Turn): Reply | null {
  const shut = copyBar(state, member.row.siteId)
  return shut === null ? refuseMember(member, turn) : refuse(shut)
}

function isLower(row: Follow['row'], next: FollowSettings): boolean {
  const most = <N extends number | bigint>(bound: N | null) => bound ?? Number.POSITIVE_INFINITY
  return (
    row.pausedBy === null &&
    next.multiplyPer <= row.multiplyPer &&
    next.oneMaxBet <= row.oneMaxBet &&
    next.maxBet <= row.maxBet &&
    most(next.maxLeverage) <= most(row.maxLeverage) &&
    next.slipPpm <= row.slipPpm &&
    most(next.lossStop) <= most(row.lossStop) &&
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
