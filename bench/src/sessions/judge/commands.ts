import { minute, type Session, seoulTime } from '../calendar.ts'
import { marginOf } from '../margin-accounts.ts'
import type { Request } from '../members.ts'
import type { Position, Reply } from '../records.ts'
import type { Case } from './case.ts'
import type { Findings } from './findings.ts'
import { requiredFor } from './nights.ts'

/** A command was taken or refused as its time wants it. */
export function judgeRequest(known: Case, findings: Findings, key: string, request: Request): undefined {
  const { call, body, code, memberId } = request
  const reply = known.records.replies.get(key)
  if (!reply) {
    if (code === 'OK') findings.say(`${call} ${key} was answered and is not in the records`)
    else findings.count('commands not taken', code || 'no answer')
    return
  }
  if (call !== 'order' && call !== 'overnight') return findings.count(`commands ${call}`, code)
  const position = known.positions.get(Number(body['overseaPositionId'] ?? -1))
  const option = known.records.options.get(Number(body['overseaOptionId'] ?? position?.optionId))
  if (!option) return findings.say(`${call} ${key} of nothing`)
  const { at } = reply
  const session = known.sessionAt(option, at)
  const time = !session ? 'rest' : at >= session.closeAt - 10 * minute ? 'last minutes' : 'session'
  const fault =
    call === 'order'
      ? wrongOrder(known, reply, code, session, time)
      : wrongNight(known, memberId, position, code, session, at)
  if (fault) findings.say(`${call} of ${memberId} at ${seoulTime(at)} (${time}): ${code} ${fault}`)
  else findings.count(`commands ${call}`, `${time}: ${code}`)
}

function wrongOrder(known: Case, { id, at }: Reply, code: string, session: Session | null, time: string) {
  if (!session) return code === 'STOCK_CLOSED' || code.startsWith('PRICE_TICK') ? null : 'while the stock rests'
  if (code === 'STOCK_CLOSED') return known.isTimely(session.openAt, at) ? null : 'though the session runs'
  if (time === 'last minutes') {
    if (code === 'OK') return known.records.orders.get(id!)?.isReduceOnly ? null : 'though it could open something'
    return code === 'OVERSEA_CLOSE_ONLY' ||
      code.startsWith('REDUCE_ONLY') ||
      code.startsWith('PRICE') ||
      code.startsWith('TRIGGER')
      ? null
      : 'in the last minutes'
  }
  return code === 'OVERSEA_CLOSE_ONLY' ? 'too early' : null
}

function wrongNight(
  known: Case,
  memberId: number,
  position: Position | undefined,
  code: string,
  session: Session | null,
  at: number,
): string | null {
  if (!position) return 'of no position'
  if (code === 'POSITION_NOT_FOUND')
    return position.closedAt !== null && position.closedAt <= at ? null : 'though it is open'
  if (!session) return code === 'STOCK_CLOSED' ? null : 'while the stock rests'
  const isFlagged = known.isFlagged(position, session, at)
  switch (code) {
    case 'OVERNIGHT_NOT_ALLOWED':
      return session.allowsNight ? 'though the session allows it' : null
    case 'OVERNIGHT_DEADLINE_PASSED':
      return isLate(session, at) ? null : 'before 05:30'
    case 'OVERNIGHT_ALREADY_SET':
      return isFlagged ? null : 'though it is not'
    case 'OVERNIGHT_ALREADY_UNSET':
      // The check at 05:50 may have taken it.
      return !isFlagged || at >= session.closeAt - 10 * minute ? null : 'though it is set'
    case 'OVERNIGHT_MARGIN_INSUFFICIENT':
      return wronglyUncovered(known, memberId, position, session, at)
    case 'OK':
      return wrongFlag(known, position, session, at)
    case 'STOCK_CLOSED':
      return known.isTimely(session.openAt, at) ? null : 'though the session runs'
    default:
      return 'for no reason'
  }
}

const isLate = ({ closeAt }: Session, at: number) => at >= closeAt - 30 * minute

function wronglyUncovered(known: Case, memberId: number, position: Position, session: Session, at: number) {
  const { low, held } = known.accounts.equity(memberId, at, { at })
  const own = held.find(({ positionId }) => positionId === position.id)
  if (!own) return 'without a position'
  const required = requiredFor(known, memberId, session, at) + 2n * marginOf(own, known.accounts.rateAt(at))
  return low < required ? null : `with ${low} for ${required}`
}

function wrongFlag(known: Case, position: Position, session: Session, at: number): string | null {
  const said = known.flagsOf(position).find((flag) => flag.at === at)
  if (!said) return 'though the records say otherwise'
  if (!said.isActive) return at >= session.closeAt - 5 * minute ? 'while positions are being closed' : null
  return isLate(session, at) ? 'after 05:30' : session.allowsNight ? null : 'though no night is allowed'
}
