import type { BetRow, Command, RoundOption, RoundRow } from '../src/index.ts'
import type { AuditedBet, Expectation, RoundRecord } from './record.ts'
import { isShut } from './stops.ts'
import { kstDay } from './store.ts'
import { wallOf } from './uses.ts'

type Candidate = Extract<Command, { kind: 'placeBet' }>

/** Recomputes every condition of a bet from scratch: plain sums over all bets, no running totals. */
export function expectedRefusals(auditor: RoundRecord, bet: Candidate, at: number): Expectation {
  const reasons: string[] = []
  const doubtful = new Set<string>()
  if (auditor.protection.isStaff(bet.memberId)) return { reasons: ['STAFF_NO_TRADING'], doubtful }
  const round = auditor.rounds.byId.get(bet.tradeRoundId)
  if (!round || round.siteId !== bet.siteId) return { reasons: ['HISTORY_NOT_FOUND', 'ROUND_NOT_OPEN'], doubtful }
  const option = auditor.options.get(round.optionId)!
  if (auditor.protection.isDenied(bet.memberId)) reasons.push('ACCOUNT_DENIED')
  if ((auditor.protection.excluded.get(bet.memberId) ?? 0) > wallOf(at)) reasons.push('SELF_EXCLUDED')
  if ((auditor.protection.coolOff.get(bet.memberId) ?? 0) > wallOf(at)) reasons.push('COOL_OFF_ACTIVE')
  if (auditor.protection.isTimeUp(bet.memberId, at)) reasons.push('SELF_LIMIT_EXCEEDED')
  if (round.decidedAt !== null || at < round.openAt || at >= round.lockAt)
    reasons.push('ROUND_NOT_OPEN', 'INVESTMENT_TIME_CLOSED')
  if (round.settledAt !== null) reasons.push('HISTORY_NOT_FOUND')
  if (isShut(option, at) || auditor.stops.isOn(bet.siteId, 'ROUND', option.instrument)) reasons.push('OPTION_STOPPED')
  if (!auditor.market.liveAt(option.instrument, at)) reasons.push('PRICE_FEED_STALE')
  if (bet.point < option.minPoint) reasons.push('INVESTMENT_BELOW_MIN')
  if (bet.point > option.maxPoint) reasons.push('INVESTMENT_ABOVE_MAX')
  if (bet.point % option.unit !== 0n) reasons.push('AMOUNT_UNIT_MISMATCH')
  const { posted, stakes } = auditor.money.purseOf(bet.memberId)
  const { beside } = auditor
  if (bet.point > posted - stakes - beside.held(bet.memberId) - beside.openLoss(bet.memberId))
    reasons.push('BALANCE_INSUFFICIENT')
  const all = [...auditor.bets.byId.values()]
  // A void stake is given back and counts no more.
  const ever = all.filter(({ row }) => row.memberId === bet.memberId && row.tradeRoundId === round.id)
  const mine = ever.filter(({ status }) => status !== 3)
  if (ever.some(({ row, status }) => status === 3 && at - row.acceptedAt < option.minIntervalMs))
    doubtful.add('BET_TOO_SOON')
  if (mine.some(({ row }) => row.side !== bet.side)) reasons.push('BET_OPPOSITE_SIDE')
  if (mine.length >= option.maxBets) reasons.push('BET_COUNT_EXCEEDED')
  if (mine.some(({ row }) => at - row.acceptedAt < option.minIntervalMs)) reasons.push('BET_TOO_SOON')
  const staked = sum(mine.map(({ row }) => row.point)) + bet.point
  if (staked > option.maxRoundPoint) reasons.push('ROUND_LIMIT_EXCEEDED')
  if (auditor.ceilings.isAbove(bet.memberId, staked)) reasons.push('CEILING_EXCEEDED')
  exposureReasons(auditor, all, round, option, bet, at, reasons, doubtful)
  limitReasons(auditor, bet, at, reasons, doubtful)
  return { reasons, doubtful }
}

function exposureReasons(
  auditor: RoundRecord,
  all: readonly AuditedBet[],
  round: RoundRow,
  option: RoundOption,
  bet: Candidate,
  at: number,
  reasons: string[],
  doubtful: Set<string>,
): void {
  const added = { side: bet.side, point: bet.point, payoutRateBp: round.payoutRateBp, strikePrice: null } as BetRow
  const open = all.filter(({ status }) => status === 0).map(({ row }) => row)
  const exposureOf = (id: number): bigint => {
    const owner = auditor.options.get(auditor.rounds.byId.get(id)!.optionId)!
    const inRound = open.filter((row) => row.tradeRoundId === id)
    return exposure(id === round.id ? [...inRound, added] : inRound, owner.type.startsWith('B'))
  }
  const here = exposureOf(round.id)
  if (here > option.maxExposure) reasons.push('EXPOSURE_LIMIT')
  const site = auditor.world.sites.find(({ siteId }) => siteId === bet.siteId)!
  const ids = new Set(open.filter((row) => row.siteId === bet.siteId).map((row) => row.tradeRoundId))
  ids.add(round.id)
  const lost = -(auditor.money.houseToday.get(`${bet.siteId}:${kstDay(at)}`) ?? 0n)
  const day = (lost > 0n ? lost : 0n) + [...ids].reduce((total, id) => total + clamp(exposureOf(id)), 0n)
  if (day > site.maxDayExposure && !reasons.includes('EXPOSURE_LIMIT')) reasons.push('EXPOSURE_LIMIT')
  // Within a settlement in chunks some bets of a decided round are counted and some are not.
  if ([...ids].some((id) => auditor.rounds.byId.get(id)!.decidedAt !== null)) doubtful.add('EXPOSURE_LIMIT')
}

const clamp = (value: bigint) => (value > 0n ? value : 0n)

/** What the house can lose at most on these stakes: over sides (rent), or over all closing prices (binary). */
function exposure(bets: readonly BetRow[], binary: boolean): bigint {
  const stakes = sum(bets.map(({ point }) => point))
  const payout = (row: BetRow) => (row.point * BigInt(row.payoutRateBp)) / 10_000n
  const worst = (wins: (row: BetRow) => boolean) => sum(bets.filter(wins).map(payout)) - stakes
  if (!binary) return max([worst(({ side }) => side === 'B'), worst(({ side }) => side === 'S')])
  const known = bets.filter((row) => row.strikePrice !== null)
  const closes = [0, ...known.flatMap((row) => [row.strikePrice! - 1, row.strikePrice! + 1]), Number.MAX_SAFE_INTEGER]
  return max(
    closes.map((close) =>
      worst(
        (row) => row.strikePrice === null || (row.side === 'B' ? close > row.strikePrice : close < row.strikePrice),
      ),
    ),
  )
}

function limitReasons(
  auditor: RoundRecord,
  bet: Candidate,
  at: number,
  reasons: string[],
  doubtful: Set<string>,
): void {
  const { stakes, results } = auditor.money.purseOf(bet.memberId)
  for (const [name, amount] of auditor.protection.limits.get(bet.memberId) ?? []) {
    const [kind, window, currency] = name.split(':')
    if (amount === null || currency !== 'KRW' || kind === 'DEPOSIT') continue
    const span = { '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 }[window!]!
    const used = (edge: number) =>
      sum(results.filter((one) => one.at > at - edge).map((one) => (kind === 'LOSS' ? -one.profit : one.stake))) +
      stakes +
      auditor.beside.held(bet.memberId) +
      bet.point
    if (used(span) > amount && !reasons.includes('SELF_LIMIT_EXCEEDED')) reasons.push('SELF_LIMIT_EXCEEDED')
    if (used(span) > amount !== used(span - 600_000) > amount) doubtful.add('SELF_LIMIT_EXCEEDED')
  }
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
const max = (values: readonly bigint[]) => values.reduce((best, value) => (value > best ? value : best))
