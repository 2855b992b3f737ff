import type { Command, PositionRow } from '../../src/index.ts'
import { equal } from '../checks.ts'
import { kstDay } from '../store.ts'
import {
  type AuditedMember,
  type AuditedPosition,
  CLOSE_ONLY,
  CLOSING,
  DEADLINE,
  health,
  isOpen,
  isPriced,
  leftOf,
  marketOf,
  nightMargin,
} from './margin-accounts.ts'
import type { OverseaRecord } from './record.ts'

type SetOvernight = Extract<Command, { kind: 'setOvernight' }>

/** Every reason for which a position's overnight must be refused. */
export function refusalsOfNight(auditor: OverseaRecord, command: SetOvernight, at: number): Set<string> {
  const reasons = new Set<string>()
  const note = (code: string, holds: boolean) => {
    if (holds) reasons.add(code)
  }
  const member = auditor.members.get(command.memberId)
  const position = [...(member?.positions.values() ?? [])].find(({ id }) => id === command.positionId)
  if (!member || !position) return reasons.add('POSITION_NOT_FOUND')
  const market = marketOf(auditor.markets, position.option)
  const left = leftOf(market, at)
  note('STOCK_CLOSED', !isOpen(market, at))
  if (command.isActive) {
    note('OVERNIGHT_ALREADY_SET', position.overnight !== null)
    const isAllowed = market.session?.overnightAllowed === true
    note('OVERNIGHT_NOT_ALLOWED', !isAllowed)
    note('OVERNIGHT_DEADLINE_PASSED', left <= DEADLINE)
    const required = nightMargin([...flagged(member), position])
    const isKnown = isPriced(member, auditor.markets)
    note('PRICE_FEED_STALE', !isKnown)
    note('OVERNIGHT_MARGIN_INSUFFICIENT', isKnown && health(member, auditor.markets).equity < required)
  } else {
    note('OVERNIGHT_ALREADY_UNSET', position.overnight === null)
    note('OVERNIGHT_DEADLINE_PASSED', left <= CLOSING)
  }
  return reasons
}

/** Follows the flag and the day of a position: a member sets and unsets it, the check takes it away, a night uses it up. */
export function checkNight(
  auditor: OverseaRecord,
  member: AuditedMember,
  own: AuditedPosition,
  row: PositionRow,
  command: Command | null,
  isPaid: boolean,
  at: number,
): void {
  const name = `position ${row.id}`
  const { session } = marketOf(auditor.markets, own.option)
  if (row.tradingDay !== own.day) {
    if (own.overnight === null) throw new Error(`${name} went over the night without a flag`)
    if (!isPaid) equal(auditor.money.nightOf(own, row.fxRate!), 0n, `financing of ${name}`)
    const { times, nextOpenAt } = session!
    if (own.day === times.tradingDay && !isPriced(member, auditor.markets))
      throw new Error(`${name} went over the night while a price of its account is not known`)
    if (own.day < times.tradingDay && auditor.isFailing(member) && failsOldNight(auditor, member, times.tradingDay))
      throw new Error(`${name} went over a night that its member cannot pay for`)
    const next = own.day < times.tradingDay ? times.tradingDay : kstDay(nextOpenAt!)
    if (own.day === times.tradingDay && at < times.closeAt) throw new Error(`${name} went over before the night`)
    equal(row.tradingDay, next, `trading day of ${name}`)
    equal(row.overnight, null, `flag of ${name} after its night`)
  } else if (row.overnight !== own.overnight && row.closedAt === null) {
    const isOwn = command?.kind === 'setOvernight' && command.positionId === row.id
    if (isOwn) equal(row.overnight !== null, command.isActive, `flag of ${name}`)
    if (row.overnight !== null) {
      if (!isOwn) throw new Error(`${name} was flagged by nobody`)
      equal(row.overnight, session!.times.tradingDay, `flag of ${name}`)
    } else if (!isOwn && !auditor.isFailing(member) && !isUncovered(auditor, member, at))
      throw new Error(`${name} lost its flag without reason`)
  }
  own.day = row.tradingDay!
  own.overnight = row.overnight
}

/** Whether a night of the session that runs, or that ended last, is to be checked: from ten minutes before its close on. */
export const isCheckDue = (auditor: OverseaRecord, member: AuditedMember, at: number): boolean =>
  flagged(member).some(({ option, overnight }) => {
    const market = marketOf(auditor.markets, option)
    return overnight === market.session?.times.tradingDay && leftOf(market, at) <= CLOSE_ONLY
  })

/** The check: where equity is less than the nights of all flagged positions ask for, none is held. It waits for prices. */
export const failsCheck = (auditor: OverseaRecord, member: AuditedMember, at: number): boolean =>
  isCheckDue(auditor, member, at) &&
  isPriced(member, auditor.markets) &&
  health(member, auditor.markets).equity < nightMargin(flagged(member))

/**
 * Nights of earlier days are checked together at the next open of one of their stocks, also those whose own stock said nothing yet since a
 * start; what has no price by then counts without a result.
 */
function failsOldNight(auditor: OverseaRecord, member: AuditedMember, today: string): boolean {
  const old = flagged(member).filter(({ overnight }) => overnight! < today)
  return old.length > 0 && health(member, auditor.markets).equity < nightMargin(old)
}

export const isUncovered = (auditor: OverseaRecord, member: AuditedMember, at: number): boolean =>
  failsCheck(auditor, member, at) ||
  flagged(member).some(({ option }) => {
    const { session } = marketOf(auditor.markets, option)
    return session !== null && failsOldNight(auditor, member, session.times.tradingDay)
  })

const flagged = (member: AuditedMember): AuditedPosition[] =>
  [...member.positions.values()].filter(({ overnight }) => overnight !== null)
