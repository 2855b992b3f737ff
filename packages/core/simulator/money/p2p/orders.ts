import type { Command, P2pOrderRow } from '../../../src/index.ts'
import { equal } from '../../checks.ts'

type State = P2pOrderRow['state']
type Fact = Extract<Extract<Command, { kind: 'providerFact' }>['fact'], { kind: 'p2p' }>

const minute = 60_000
/** So long a merchant may be silent, a buyer may take to pay, and a merchant to look after "paid" (rules D). */
export const patience = {
  asked: 5 * minute,
  pay: 15 * minute,
  answer: 30 * minute,
  late: 24 * 60 * minute,
  review: 30 * minute,
  undecided: 72 * 60 * minute,
} as const
/** Who takes a purchase back so shortly before its time is over has not paid. */
const lateCancel = 10 * minute

/** When an order that nothing happens to comes to its next state; null: never. */
export function dueOf({ state, steps, payBy, answerBy, reviewBy, escalatedAt }: P2pOrderRow): number | null {
  const since = steps.at(-1)!.at
  if (state === 'OPEN') return reviewBy ?? since + patience.asked
  if (state === 'DISPUTED') return escalatedAt === null ? since + patience.undecided : null
  return state === 'ESCROWED' ? payBy : state === 'PAID' ? answerBy : null
}

export const isOver = ({ state }: P2pOrderRow): boolean => state === 'CANCELED' || state === 'EXPIRED'

/** A member may come back to an order for a day after its end. */
const isLate = ({ closedAt }: P2pOrderRow, wall: number): boolean =>
  closedAt !== null && wall >= closedAt + patience.late

/** Whether a purchase that is taken back now counts as one that was not paid. */
export const isTakenBackLate = ({ state, side, payBy }: P2pOrderRow, wall: number): boolean =>
  side === 'BUY' && state === 'ESCROWED' && payBy !== null && wall >= payBy - lateCancel

/** Whether a command proves that somebody paid for an order that is over or disputed: by a picture, or by the merchant's bank. */
export function isProof(row: P2pOrderRow, command: Command | null): boolean {
  if (command?.kind === 'p2pDispute') return command.fileIds.length > 0
  if (command?.kind !== 'providerFact' || command.fact.kind !== 'p2p') return false
  const { state } = command.fact
  return (state === 'PAID' || state === 'RELEASED') && (isOver(row) || fitsOrder(row, command.fact))
}

/** The state that an order has to come to by what was done or told, or by time alone; null: it stays as it is. `canBind`: its coins may be set aside again. */
export function nextOf(row: P2pOrderRow, command: Command | null, wall: number, canBind: boolean): State | null {
  if (command === null) return byTime(row, wall)
  const { state, side } = row
  const isBuy = side === 'BUY'
  switch (command.kind) {
    case 'p2pAnswered': {
      if (state !== 'OPEN' || row.reviewBy !== null) return null
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
      return state === 'PAID' || state === 'DISPUTED' || (isOver(row) && wasTaken(row) && !isLate(row, wall))
        ? 'DISPUTED'
        : null
    case 'p2pDecide':
      return state === 'DISPUTED' ? (command.decision === 'RELEASE' ? 'RELEASED' : 'CANCELED') : null
    case 'approveRequest':
      return state === 'OPEN' && row.reviewBy !== null ? 'OPEN' : null
    case 'rejectRequest':
      return state === 'OPEN' && row.reviewBy !== null ? 'CANCELED' : null
    case 'providerFact':
      return command.fact.kind === 'p2p' ? byFact(row, command.fact, canBind) : null
    default:
      return null
  }
}

/** Nothing returns by time after somebody said that he paid, nor in a dispute. */
function byTime(row: P2pOrderRow, wall: number): State | null {
  const due = dueOf(row)
  if (due === null || wall < due) return null
  return (
    { OPEN: 'CANCELED', ESCROWED: 'EXPIRED', PAID: 'DISPUTED', DISPUTED: 'DISPUTED' } as Partial<Record<State, State>>
  )[row.state]!
}

/** What a merchant tells is never lost: it advances the order, or staff look at it. */
function byFact(row: P2pOrderRow, fact: Fact, canBind: boolean): State | null {
  const { state: told } = fact
  const { state, side } = row
  if (state === 'RELEASED') return null
  const isArgued = state === 'DISPUTED'
  if (told === 'DISPUTED') return isArgued ? null : 'DISPUTED'
  if (told === 'CANCELED') {
    if (state === 'PAID') return 'DISPUTED'
    return state === 'OPEN' || (state === 'ESCROWED' && side === 'SELL') ? 'CANCELED' : null
  }
  if (isOver(row)) return 'DISPUTED'
  if (!fitsOrder(row, fact)) return isArgued ? null : 'DISPUTED'
  if (told === 'RELEASED' && side === 'BUY') return 'RELEASED'
  if (isArgued) return canBind ? 'DISPUTED' : null
  return state === 'OPEN' || state === 'ESCROWED' ? 'PAID' : null
}

const fitsOrder = ({ side, point, payer: agreed }: P2pOrderRow, { amount, currency, payer }: Fact): boolean =>
  amount === point && currency === 'USDT' && (side === 'SELL' || payer === null || payer === agreed)

const wasTaken = ({ steps }: P2pOrderRow): boolean => steps.some(({ state }) => state === 'ESCROWED')

/** After an outage its buyer or merchant has as much time again: no more than passed since the step, and so that some remains. */
export function isGivenTime(before: P2pOrderRow, row: P2pOrderRow, wall: number): boolean {
  const [had, has] = [dueOf(before), dueOf(row)]
  const isSame = before.state === row.state && (row.state === 'ESCROWED' || row.state === 'PAID')
  if (!isSame || had === null || has === null || row.steps.length > before.steps.length) return false
  const given = has - had
  return given > 3_000 && given <= wall - row.steps.at(-1)!.at && has > wall
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
  const isEscalated = isMore && before.escalatedAt === null && dueOf(before)! <= wall
  const due = isEscalated ? wall : isMore ? before.escalatedAt : null
  equal(row.escalatedAt, due, `since when ${what} waits for others`)
  const isPriced = before !== null && before.reviewBy !== null && row.reviewBy === null && row.state === 'OPEN'
  if (before !== null && !isPriced)
    equal(`${row.won} ${row.rate}`, `${before.won} ${before.rate}`, `the price of ${what}`)
  if (before !== null && row.reviewBy !== null) throw new Error(`${what} changed while nobody had approved it`)
  equal(row.closedAt, row.state === 'RELEASED' || isOver(row) ? wall : null, `when ${what} was closed`)
  if (row.state === 'ESCROWED') equal(row.payBy, wall + patience.pay, `until when ${what} is to be paid`)
  equal(
    row.answerBy,
    row.state === 'PAID' ? wall + patience.answer : null,
    `until when the merchant of ${what} answers`,
  )
}
