import type { Command, P2pOrderRow } from '../../../src/index.ts'
import { equal } from '../../checks.ts'

type State = P2pOrderRow['state']
type Fact = Extract<Extract<Command, { kind: 'providerFact' }>['fact'], { kind: 'p2p' }>

const minute = 60_000
/** So long a merchant may be silent, a buyer may take to pay, and a merchant to look after "paid" (rules D). */
export const patience = { asked: 5 * minute, pay: 15 * minute, answer: 30 * minute, late: 24 * 60 * minute } as const

/** When an order that nothing happens to comes to its next state; null: never. */
export function dueOf({ state, createdAt, payBy, answerBy }: P2pOrderRow): number | null {
  if (state === 'OPEN') return createdAt + patience.asked
  return state === 'ESCROWED' ? payBy : state === 'PAID' ? answerBy : null
}

export const isOver = ({ state }: P2pOrderRow): boolean => state === 'CANCELED' || state === 'EXPIRED'

/** A member may come back to an order for a day after its end. */
const isLate = ({ closedAt }: P2pOrderRow, wall: number): boolean =>
  closedAt !== null && wall >= closedAt + patience.late

/** The state that an order has to come to by what was done or told, or by time alone; null: it stays as it is. */
export function nextOf(row: P2pOrderRow, command: Command | null, wall: number): State | null {
  if (command === null) return byTime(row, wall)
  const { state, side } = row
  const isBuy = side === 'BUY'
  switch (command.kind) {
    case 'p2pAnswered': {
      if (state !== 'OPEN') return null
      return command.isTaken && (!isBuy || command.account !== '') ? 'ESCROWED' : 'CANCELED'
    }
    case 'p2pPaid':
      if (!isBuy) return null
      if (state === 'ESCROWED') return 'PAID'
      return state === 'EXPIRED' && !isLate(row, wall) ? 'DISPUTED' : null
    case 'p2pCancel':
      return state === 'OPEN' || (isBuy && state === 'ESCROWED') ? 'CANCELED' : null
    case 'p2pRelease':
      return !isBuy && (state === 'ESCROWED' || state === 'PAID' || state === 'DISPUTED') ? 'RELEASED' : null
    case 'p2pDispute':
      return state === 'PAID' || state === 'DISPUTED' || (isOver(row) && !isLate(row, wall)) ? 'DISPUTED' : null
    case 'p2pDecide':
      return state === 'DISPUTED' ? (command.decision === 'RELEASE' ? 'RELEASED' : 'CANCELED') : null
    case 'providerFact':
      return command.fact.kind === 'p2p' ? byFact(row, command.fact) : null
    default:
      return null
  }
}

/** Nothing returns by time after somebody said that he paid, nor in a dispute. */
function byTime(row: P2pOrderRow, wall: number): State | null {
  const due = dueOf(row)
  if (due === null || wall < due) return null
  return ({ OPEN: 'CANCELED', ESCROWED: 'EXPIRED', PAID: 'DISPUTED' } as Partial<Record<State, State>>)[row.state]!
}

/** What a merchant tells is never lost: it advances the order, or staff look at it. */
function byFact(row: P2pOrderRow, { state: told, amount, currency, payer }: Fact): State | null {
  const { state, side, point } = row
  if (state === 'RELEASED') return null
  const isArgued = state === 'DISPUTED'
  if (told === 'DISPUTED') return isArgued ? null : 'DISPUTED'
  if (told === 'CANCELED') {
    if (state === 'PAID') return 'DISPUTED'
    return state === 'OPEN' || (state === 'ESCROWED' && side === 'SELL') ? 'CANCELED' : null
  }
  if (isOver(row)) return 'DISPUTED'
  const fits = amount === point && currency === 'USDT' && (side === 'SELL' || payer === null || payer === row.payer)
  if (!fits) return isArgued ? null : 'DISPUTED'
  if (told === 'RELEASED' && side === 'BUY') return 'RELEASED'
  return state === 'OPEN' || state === 'ESCROWED' ? 'PAID' : null
}

/** What a row says of its own past: one step at a time, at its time, and closed only at its end. */
export function judgeRow(before: P2pOrderRow | null, row: P2pOrderRow, wall: number): void {
  const what = `order ${row.id}`
  const known = before?.steps ?? []
  equal(JSON.stringify(row.steps.slice(0, known.length)), JSON.stringify(known), `the past of ${what}`)
  const isMore = before?.state === 'DISPUTED' && row.state === 'DISPUTED'
  const added = row.steps.slice(known.length)
  equal(
    JSON.stringify(added),
    JSON.stringify(isMore ? [] : [{ state: row.state, at: wall }]),
    `the new states of ${what}`,
  )
  equal(row.rev, (before?.rev ?? 0) + 1, `the version of ${what}`)
  equal(row.closedAt, row.state === 'RELEASED' || isOver(row) ? wall : null, `when ${what} was closed`)
  if (row.state === 'ESCROWED') equal(row.payBy, wall + patience.pay, `until when ${what} is to be paid`)
  equal(
    row.answerBy,
    row.state === 'PAID' ? wall + patience.answer : null,
    `until when the merchant of ${what} answers`,
  )
}
