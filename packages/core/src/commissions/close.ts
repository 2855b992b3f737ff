import { cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { DAY_MS, kstMonday } from '../kst.ts'
import type { Leg } from '../ledger.ts'
import { memberOf, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { commissionsOf, payableName, weekName } from './state.ts'

type Close = Extract<Command, { kind: 'closeCommissions' }>

const WEEK_MS = 7 * DAY_MS
/** Legs of one transaction. */
const MOST_LEGS = 100

/** Closes a week once for ever: what it owes each partner leaves the house's result. The same lines again change nothing. */
export function closeCommissions(state: State, command: Close, turn: Turn): Reply {
  const { siteId, week, digest, lines, payables } = command
  const known = commissionsOf(state).closes.get(weekName(command))
  if (known) return known.digest === digest ? { status: 200, body: { digest } } : refusalReply('STALE_VERSION')
  const refusal = refuseClose(state, command, turn)
  if (refusal) return refusal
  const sum = payables.reduce((total, { amount }) => total + amount, 0n)
  const row = { siteId, week, digest, sum, lines, at: turn.at }
  commissionsOf(state).closes.set(weekName(row), row)
  turn.effects.add('commissionCloses', row)
  for (let from = 0; from < payables.length; from += MOST_LEGS)
    postClose(state, command, payables.slice(from, from + MOST_LEGS), turn)
  return { status: 200, body: { digest } }
}

function postClose(state: State, { siteId, week }: Close, payables: Close['payables'], turn: Turn): void {
  const sum = payables.reduce((total, { amount }) => total + amount, 0n)
  const legs: Leg[] = [{ siteId, account: 'COMMISSION', currency: 'KRW', amount: -sum }]
  for (const { partnerId, memberId, amount, isHeld } of payables) {
    legs.push({ siteId, account: 'PARTNER_PAYABLE', sub: String(partnerId), currency: 'KRW', amount })
    const payable = cell({
      siteId,
      week,
      partnerId,
      memberId,
      amount,
      state: isHeld ? ('HELD' as const) : ('WAITING' as const),
      heldBy: null,
      txnId: null,
      dnwId: null,
      decidedAt: null,
      version: 1,
    })
    commissionsOf(state).payables.set(payableName(payable.row), payable)
    turn.effects.put('commissionPayables', payable)
  }
  state.ledger.post(legs, 'COMMISSION', null, turn, turn.effects)
}

function refuseClose(state: State, { siteId, week, payables }: Close, turn: Turn): Reply | null {
  if (!state.sites.has(siteId)) return refusalReply('SITE_NOT_FOUND')
  if (kstMonday(week) !== week || week + WEEK_MS > turn.at) return refusalReply('INVALID_REQUEST', { key: 'week' })
  if (new Set(payables.map(({ partnerId }) => partnerId)).size !== payables.length)
    return refusalReply('INVALID_REQUEST', { key: 'payables' })
  if (payables.some(({ amount }) => amount <= 0n)) return refusalReply('INVALID_REQUEST', { key: 'amount' })
  const isNobody = payables.some(({ memberId }) => memberOf(state, siteId, memberId) === null)
  return isNobody ? refusalReply('USER_NOT_FOUND') : null
}
