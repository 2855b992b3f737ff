import type { BetEvent, BettingReply, Side } from '@maru/contract'
import { saltedLeafHash } from '@maru/evidence'
import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import type { Wallet } from '../ledger.ts'
import { refuseCeiling } from '../limits/ceilings.ts'
import { refuseLimit, refuseMember } from '../limits/limits.ts'
import { changeOpenStake, type Member } from '../member.ts'
import { stakeBonus } from '../money/bonus/stakes.ts'
import { bonusWallet, usableBonus } from '../money/bonus/state.ts'
import { formatMinor, payoutOf, unitText } from '../money.ts'
import { memberOf, type State, type Turn } from '../state.ts'
import { isClosedTo, isStopped } from '../stops/state.ts'
import type { BetRow, Command, Reply, RoundOption } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { betLeaf } from '../wire.ts'
import { announceBet } from './announce.ts'
import { addStake, type Bet, countExposure, type Round, roundsOf, todayPnl } from './state.ts'
import { awaitStrike } from './strikes.ts'

type PlaceBet = Extract<Command, { kind: 'placeBet' }>

/** Takes a stake, or says why not; a refusal changes nothing. */
export function placeBet(state: State, command: PlaceBet, turn: Turn): Reply {
  const member = memberOf(state, command.siteId, command.memberId)
  const round = roundsOf(state).rounds.get(command.tradeRoundId)
  if (!member) return refuse('WALLET_NOT_FOUND')
  if (!round || round.row.siteId !== command.siteId) return refuse('HISTORY_NOT_FOUND')
  const option = round.option.row
  const wallet = state.ledger.wallet(command.memberId, 'BINARY', option.currency)
  if (!wallet) return refuse('WALLET_NOT_FOUND')
  return (
    refuseMember(member, turn) ??
    refuseTime(state, round, turn.at) ??
    refuseAmount(option, command.point) ??
    refuseStake(round, command, turn.at) ??
    refuseMoney(state, member, wallet, command.point, turn.wall) ??
    refuseAboveCeiling(member, round, command.point) ??
    refuseExposure(round, command, turn.at) ??
    accept(state, member, wallet, round, command, turn)
  )
}

function refuseTime(state: State, round: Round, at: number): Reply | null {
  const { row, option } = round
  const { siteId, instrument } = option.row
  if (isClosedTo(option.row, at) || isStopped(state, siteId, 'ROUND', instrument)) return refuse('OPTION_STOPPED')
  if (at >= row.lockAt) return refuse('INVESTMENT_TIME_CLOSED')
  if (row.phase !== 'OPEN' || at < row.openAt) return refuse('ROUND_NOT_OPEN')
  if (option.prices.isRest(at)) return refuse('MARKET_CLOSED')
  return option.prices.isLive(at) ? null : refuse('PRICE_FEED_STALE')
}

function refuseAmount(option: RoundOption, point: bigint): Reply | null {
  const currency = unitText(option.currency)
  if (point < option.minPoint) return refuse('INVESTMENT_BELOW_MIN', { min: shown(option.minPoint, option), currency })
  if (point > option.maxPoint)
    return refuse('INVESTMENT_ABOVE_MAX', { max: shown(option.maxPoint, option), unit: currency })
  return point % option.unit === 0n
    ? null
    : refuse('AMOUNT_UNIT_MISMATCH', { unit: shown(option.unit, option), currency })
}

function refuseStake(round: Round, command: PlaceBet, at: number): Reply | null {
  const option = round.option.row
  const mine = round.stakes.get(command.memberId)
  if (mine) {
    if (mine.side !== command.side) return refuse('BET_OPPOSITE_SIDE')
    if (mine.count >= option.maxBets) return refuse('BET_COUNT_EXCEEDED')
    if (at - mine.lastAt < option.minIntervalMs) return refuse('BET_TOO_SOON')
  }
  const remaining = option.maxRoundPoint - (mine?.point ?? 0n)
  if (command.point <= remaining) return null
  return refuse('ROUND_LIMIT_EXCEEDED', { remaining: shown(remaining, option), currency: unitText(option.currency) })
}

function refuseMoney(state: State, member: Member, wallet: Wallet, point: bigint, wall: number): Reply | null {
  const ofBonus = bonusPart(wallet, point)
  if (ofBonus > 0n && ofBonus > usableBonus(state, member.row.memberId)) return refuse('BALANCE_INSUFFICIENT')
  // What overseas positions and orders hold back counts as lost until it comes back, as open stakes do.
  const held = wallet.row.reserved - wallet.firm
  return refuseLimit(member, { currency: wallet.row.currency, held, stake: point }, wall)
}

/** What staff allow him to stake in one round. */
const refuseAboveCeiling = (member: Member, { option, stakes }: Round, amount: bigint): Reply | null =>
  refuseCeiling(member, {
    kind: 'STAKE',
    currency: option.row.currency,
    used: stakes.get(member.row.memberId)?.point ?? 0n,
    amount,
  })

/** What of a stake the cash does not cover: cash goes first. */
function bonusPart(wallet: Wallet, point: bigint): bigint {
  const available = availableOf(wallet)
  const cash = available > 0n ? available : 0n
  return point > cash ? point - cash : 0n
}

/** Refuses what the house may not risk, and says what it would still take. */
function refuseExposure(round: Round, { side, point }: PlaceBet, at: number): Reply | null {
  const option = round.option.row
  const isOver = (stake: bigint) => exceedsExposure(round, side, stake, at)
  if (!isOver(point)) return null
  const remaining = greatestStake(point, option.unit, isOver)
  return refuse('EXPOSURE_LIMIT', { remaining: shown(remaining, option), currency: unitText(option.currency) })
}

/** ₩50M a round, and ₩300M a site and day: what was lost since 00:00 KST plus what undecided rounds can cost. */
function exceedsExposure(round: Round, side: Side, point: bigint, at: number): boolean {
  const value = round.exposure.with(side, point, payoutOf(point, round.row.payoutRateBp))
  if (value > Number(round.option.row.maxExposure)) return true
  const { site } = round.option
  const lostToday = Math.max(0, -Number(todayPnl(site, at)))
  const day = lostToday + site.exposure - round.counted + Math.max(0, value)
  return day > Number(site.config.row.maxDayExposure)
}

/**
 * The greatest stake below `over`, in whole units, that is not over; 0 where none is found. What a round can cost falls with the
 * stake first, if the other side leads, and then only rises: halving finds where it is over.
 */
function greatestStake(over: bigint, unit: bigint, isOver: (stake: bigint) => boolean): bigint {
  let within = 0n
  let beyond = over / unit
  while (beyond - within > 1n) {
    const middle = (within + beyond) / 2n
    if (isOver(middle * unit)) beyond = middle
    else within = middle
  }
  return within * unit
}

function accept(state: State, member: Member, wallet: Wallet, round: Round, command: PlaceBet, turn: Turn): Reply {
  const { row, option } = round
  const { currency } = option.row
  const bonusPoint = bonusPart(wallet, command.point)
  const bonus = bonusPoint > 0n ? bonusWallet(state, command.memberId) : null
  const bonusParts = bonus ? stakeBonus(state, command.memberId, bonusPoint, turn) : []
  const bet: Bet = { ...cell(newBet(round, command, { bonusPoint, bonusParts }, turn)), member, wallet, bonus }
  if (bonusPoint < command.point) state.ledger.reserve(wallet, command.point - bonusPoint, turn.effects)
  if (bonus) state.ledger.reserve(bonus, bonusPoint, turn.effects)
  changeOpenStake(member, currency, bet.row.point)
  addStake(round, bet.row)
  round.bets.push(bet)
  round.leaves?.append(saltedLeafHash(bet.row.salt, betLeaf(bet.row, currency)))
  round.exposure.add(bet.row.side, bet.row.point, payoutOf(bet.row.point, bet.row.payoutRateBp))
  countExposure(round)
  const isBuy = bet.row.side === 'B'
  round.row = {
    ...row,
    buyPoint: isBuy ? row.buyPoint + bet.row.point : row.buyPoint,
    sellPoint: isBuy ? row.sellPoint : row.sellPoint + bet.row.point,
    betCount: row.betCount + 1,
  }
  turn.effects.put('bets', bet)
  turn.effects.put('rounds', round)
  if (round.binary) awaitStrike(state, round, bet)
  return { status: 200, body: bettingReply(announceBet(round, bet, 'BET_ACCEPTED', turn.effects)) }
}

function newBet(
  round: Round,
  command: PlaceBet,
  ofBonus: Pick<BetRow, 'bonusPoint' | 'bonusParts'>,
  turn: Turn,
): BetRow {
  return {
    siteId: command.siteId,
    id: turn.nextId(),
    tradeRoundId: round.row.id,
    optionId: round.row.optionId,
    memberId: command.memberId,
    side: command.side,
    point: command.point,
    ...ofBonus,
    payoutRateBp: round.row.payoutRateBp,
    acceptedAt: turn.at,
    leafIndex: round.row.betCount,
    salt: command.salt,
    status: 0,
    strikePrice: null,
    strikeTick: null,
    closePrice: null,
    profit: 0n,
    voidReason: null,
    settledAt: null,
    settledWall: null,
  }
}

const bettingReply = ({ bet, wallet }: BetEvent): BettingReply => ({
  id: bet.id,
  tradeRoundId: bet.tradeRoundId,
  type: bet.type,
  point: bet.point,
  payoutRate: bet.payoutRate,
  status: bet.status,
  acceptedAt: bet.createdAt,
  strikePrice: bet.strikePrice,
  wallet,
  bet,
})

const shown = (amount: bigint, option: RoundOption): string => formatMinor(amount, option.currency)
