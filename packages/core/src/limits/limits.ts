import type { Limits, StakeCurrency } from '@maru/contract'
import { shippedSite } from '../configuration/shipped.ts'
import { pauseFollow } from '../copies/pause.ts'
import { cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import type { Member } from '../member.ts'
import { formatMinor } from '../money.ts'
import { change, type State, type Turn } from '../state.ts'
import type {
  Command,
  EpochMs,
  LimitSetting,
  MemberLimitRow,
  Minor,
  Reply,
  SettledResult,
  SiteConfig,
} from '../types.ts'
import { ceilingsWire } from './ceilings.ts'
import { newestOf } from './count.ts'
import { deposited, followDeposits } from './deposits.ts'
import { ResultHistory, windowMs } from './history.ts'
import { limitRefusal, refuseBeyond } from './refusals.ts'
import { followUses, mostMinutes, spentTime, usedMinutes } from './time.ts'

const EXCLUSION_MAX_MONTHS = 1_200

type SetLimits = Extract<Command, { kind: 'setLimits' }>
type CoolOff = Extract<Command, { kind: 'coolOff' }>
type SelfExclude = Extract<Command, { kind: 'selfExclude' }>

/** An amount to stake. What is `held` back already counts as lost until it comes back. */
interface Stake {
  readonly currency: string
  readonly held: Minor
  readonly stake: Minor
}

/**
 * Refuses a stake beyond a limit that the member set himself; the one with the least left is named. Used of a STAKE limit = stakes settled
 * in the window + open stakes; of a LOSS limit = −realised results in the window + open stakes, as if they were lost.
 */
export function refuseLimit(member: Member, { currency, held, stake }: Stake, wall: EpochMs): Reply | null {
  const limits = member.limits.flatMap(({ row }) =>
    row.amount === null || row.currency !== currency || !isOfResults(row)
      ? []
      : [{ row, left: row.amount - used(member, row, wall) - held }],
  )
  return refuseBeyond(limits, stake)
}

/** Why a member may not take part at present: locked out, self-excluded, on a break, or his time is used up. */
export function refuseMember(member: Member, { wall }: Pick<Turn, 'wall'>): Reply | null {
  const spent = spentTime(member, wall)
  return refuseBreak(member, wall) ?? (spent ? limitRefusal(spent, 0n) : null)
}

/** Refuses a member who is locked out, self-excluded, or on a break. */
export function refuseBreak({ row }: Member, wall: EpochMs): Reply | null {
  const { status, excludedUntil, coolOffUntil } = row
  if (status === 'DENY') return refusalReply('ACCOUNT_DENIED')
  if (excludedUntil !== null && excludedUntil > wall) return refusalReply('SELF_EXCLUDED', { until: excludedUntil })
  return coolOffUntil !== null && coolOffUntil > wall ? refusalReply('COOL_OFF_ACTIVE', { until: coolOffUntil }) : null
}

/** Cuts apply at once; rises (null: no limit) wait a day, or as long as the site says, and for `confirmLimits`. Setting the standing amount drops what waits. */
export function setLimits(state: State, member: Member, command: SetLimits, turn: Turn): Reply {
  const names = new Set(command.limits.map((limit) => `${limit.kind}:${limit.window}:${limit.currency}`))
  if (names.size !== command.limits.length || names.size === 0 || !command.limits.every(isValid))
    return refusalReply('INVALID_REQUEST')
  if (!member.results && command.limits.some(isOfResults)) followResults(state, member, command.history ?? [], turn)
  if (!member.uses && command.limits.some(({ kind }) => kind === 'TIME'))
    followUses(member, command.uses ?? [], turn.wall)
  if (!member.deposits && command.limits.some(({ kind }) => kind === 'DEPOSIT'))
    followDeposits(state, member, command.deposits ?? [], turn.wall)
  const { limitRiseWaitMs } = protectionOf(state, member)
  for (const setting of command.limits) setLimit(member, setting, limitRiseWaitMs, turn)
  if (!member.limits.some(({ row }) => isOfResults(row))) member.results = null
  if (!member.limits.some(({ row }) => row.kind === 'TIME')) member.uses = null
  if (![...member.limits, ...member.ceilings].some(({ row }) => row.kind === 'DEPOSIT')) member.deposits = null
  return { status: 200, body: limitsWire(state, member, turn) }
}

/** Puts every rise into force whose wait is over; refused where none is. */
export function confirmLimits(state: State, member: Member, turn: Turn): Reply {
  const ripe = member.limits.filter(({ row }) => row.pendingFrom !== null && row.pendingFrom <= turn.wall)
  if (ripe.length === 0) return refusalReply('INVALID_REQUEST')
  for (const limit of ripe) {
    change(turn.effects, 'limits', limit, { amount: limit.row.pendingAmount, pendingAmount: null, pendingFrom: null })
  }
  return { status: 200, body: limitsWire(state, member, turn) }
}

/** A break that nobody can shorten: only a later end replaces it. */
export function coolOff(state: State, member: Member, command: CoolOff, turn: Turn): Reply {
  const { coolOffUntil } = member.row
  if (!Number.isSafeInteger(command.until) || command.until <= turn.wall) return refusalReply('INVALID_REQUEST')
  if (coolOffUntil !== null && coolOffUntil > turn.wall && command.until <= coolOffUntil) {
    return refusalReply('COOL_OFF_ACTIVE', { until: coolOffUntil })
  }
  change(turn.effects, 'members', member, { coolOffUntil: command.until })
  pauseFollow(state, command.memberId, 'COOL_OFF_ACTIVE', turn)
  return { status: 200, body: limitsWire(state, member, turn) }
}

/** Six months, or what the site asks for, or more without stakes, at once: nobody can lift or cut it, and only a later end replaces it. */
export function selfExclude(state: State, member: Member, command: SelfExclude, turn: Turn): Reply {
  const { excludedUntil } = member.row
  const { months } = command
  const { exclusionMinMonths } = protectionOf(state, member)
  const isValid = Number.isInteger(months) && months >= exclusionMinMonths && months <= EXCLUSION_MAX_MONTHS
  if (!isValid) return refusalReply('INVALID_REQUEST')
  const until = monthsLater(turn.wall, months)
  if (excludedUntil !== null && until <= excludedUntil) return refusalReply('SELF_EXCLUDED', { until: excludedUntil })
  change(turn.effects, 'members', member, { excludedUntil: until })
  pauseFollow(state, command.memberId, 'SELF_EXCLUDED', turn)
  return { status: 200, body: limitsWire(state, member, turn) }
}

/** The same day and time of the calendar (UTC) so many months later; where that month is shorter the days overflow: never less. */
function monthsLater(at: EpochMs, months: number): EpochMs {
  // biome-ignore lint/style/noRestrictedGlobals: arithmetic on a given time; no clock is read.
  const date = new Date(at)
  return date.setUTCMonth(date.getUTCMonth() + months)
}

/** What the member's site asks for; one that is not configured yet protects its members all the same (rules J 4, J 6). */
const protectionOf = (state: State, { row }: Member): Pick<SiteConfig, 'limitRiseWaitMs' | 'exclusionMinMonths'> =>
  state.sites.get(row.siteId)?.row ?? shippedSite

/** The limits as the contract shows them. */
export function limitsWire(state: State, member: Member, turn: Turn): Limits {
  const { coolOffUntil, excludedUntil } = member.row
  return {
    limits: member.limits.map(({ row }) => ({
      kind: row.kind,
      window: row.window,
      currency: row.kind === 'TIME' ? null : (row.currency as StakeCurrency),
      amount: row.amount === null ? null : formatMinor(row.amount, row.currency),
      pendingAmount: row.pendingAmount === null ? null : formatMinor(row.pendingAmount, row.currency),
      pendingFrom: row.pendingFrom,
      used: formatMinor(shownUse(state, member, row, turn), row.currency),
    })),
    ceilings: ceilingsWire(member),
    coolOffUntil: ahead(coolOffUntil, turn.wall),
    selfExcludedUntil: ahead(excludedUntil, turn.wall),
  }
}

const ahead = (until: EpochMs | null, wall: EpochMs) => (until !== null && until > wall ? until : null)

/** What counts against a limit before another stake: all that the wallet holds back counts as lost, as an admission counts it. */
function shownUse(state: State, member: Member, row: MemberLimitRow, turn: Turn): Minor {
  if (row.kind === 'TIME') return usedMinutes(member, row, turn.wall)
  if (row.kind === 'DEPOSIT') return deposited(state, member, row, turn.wall)
  const wallet = state.ledger.wallet(row.memberId, row.currency === 'KRW' ? 'BINARY' : 'FUTURES', row.currency)
  return used(member, row, turn.wall) + (wallet ? wallet.row.reserved - wallet.firm : 0n)
}

/** Whether a limit counts results and stakes. */
export const isOfResults = ({ kind }: Pick<MemberLimitRow, 'kind'>): boolean => kind === 'LOSS' || kind === 'STAKE'

const isValid = ({ kind, window, currency, amount }: LimitSetting): boolean =>
  (kind === 'TIME') === (currency === 'MIN') &&
  (amount === null || (amount >= 0n && (kind !== 'TIME' || amount <= mostMinutes(window))))

function used(member: Member, row: MemberLimitRow, wall: EpochMs): Minor {
  const settled = member.results?.used(row.kind, row.window, row.currency, wall) ?? 0n
  return settled + (member.openStakes.get(row.currency) ?? 0n)
}

function setLimit(member: Member, setting: LimitSetting, riseWaitMs: number, turn: Turn): void {
  const { kind, window, currency, amount } = setting
  let limit = member.limits.find(({ row }) => row.kind === kind && row.window === window && row.currency === currency)
  if (!limit) {
    if (amount === null) return
    const { siteId, memberId } = member.row
    limit = cell({ siteId, memberId, kind, window, currency, amount: null, pendingAmount: null, pendingFrom: null })
    member.limits.push(limit)
  }
  const isRise = limit.row.amount !== null && (amount === null || amount > limit.row.amount)
  const parts = isRise
    ? { pendingAmount: amount, pendingFrom: turn.wall + riseWaitMs }
    : { amount, pendingAmount: null, pendingFrom: null }
  change(turn.effects, 'limits', limit, parts)
}

/** From the first limit on the core follows the member's results; what came before is told by the caller. */
function followResults(state: State, member: Member, history: readonly SettledResult[], turn: Turn): void {
  const bySource = new Map<number, SettledResult>()
  for (const result of [...history, ...newestOf(state).of(member.row.memberId)]) {
    if (result.at > turn.wall - windowMs['30d']) bySource.set(result.sourceId, result)
  }
  member.results = new ResultHistory()
  for (const result of [...bySource.values()].sort((a, b) => a.at - b.at)) member.results.add(result)
}
