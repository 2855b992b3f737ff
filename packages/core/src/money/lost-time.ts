import type { State, Turn } from '../state.ts'
import type { EpochMs } from '../types.ts'
import { type Order, p2pOf } from './p2p/state.ts'
import { tellOrder } from './p2p/steps.ts'
import { amend, type Request } from './rows.ts'
import { moneyOf } from './state.ts'

/** A start within so long takes nobody's time. */
const shortestMs = 3_000

/**
 * Gives back the time that the house was not there: until when a deposit is awaited, a buyer pays and a merchant releases moves by as long.
 * `lastBatchAt` (domain time): the last sign of life; with a clock that runs faster no more is given than passed since the step.
 */
export function giveLostTime(state: State, lastBatchAt: EpochMs, turn: Turn): void {
  const lost = turn.at - lastBatchAt
  if (lost <= shortestMs) return
  for (const request of moneyOf(state).requests.values()) moveExpiry(request, lost, turn)
  for (const orders of p2pOf(state).open.values()) for (const order of orders) moveOrder(order, lost, turn)
}

/** What of an outage fell into a step that began at `since`. */
const lostOf = (since: EpochMs, lost: number, { wall }: Turn): number => Math.min(lost, Math.max(0, wall - since))

function moveExpiry(request: Request, lost: number, turn: Turn): void {
  const { type, status, createdAt, expiresAt, cancelableUntil } = request.row
  if (type !== 'D' || status !== 'REQUESTED' || expiresAt === null) return
  const given = lostOf(createdAt, lost, turn)
  if (given === 0 || expiresAt <= turn.wall - given) return
  const later = (time: number | null) => (time === null ? null : time + given)
  amend(request, { expiresAt: later(expiresAt), cancelableUntil: later(cancelableUntil) }, turn)
}

function moveOrder(order: Order, lost: number, turn: Turn): void {
  const { state: now, steps, payBy, answerBy } = order.row
  const until = now === 'ESCROWED' ? payBy : now === 'PAID' ? answerBy : null
  const given = lostOf(steps.at(-1)!.at, lost, turn)
  if (until === null || given === 0 || until <= turn.wall - given) return
  const moved = now === 'ESCROWED' ? { payBy: until + given } : { answerBy: until + given }
  order.row = { ...order.row, ...moved, rev: order.row.rev + 1 }
  tellOrder(order, turn)
}
