import { cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import type { Member } from '../member.ts'
import { moneyConfigOf } from '../money/config.ts'
import { formatMinor } from '../money.ts'
import { newCall, noticeCall } from '../outgoing/outgoing.ts'
import { roundsOf } from '../rounds/state.ts'
import { change, type State, type Turn } from '../state.ts'
import type { CeilingKind, CeilingUnit, Command, Minor, Reply } from '../types.ts'
import { ceilingOf } from './ceilings.ts'
import { followDeposits } from './deposits.ts'
import { limitsWire } from './limits.ts'
import { unitWords } from './refusals.ts'

type SetCeiling = Extract<Command, { kind: 'setCeiling' }>

/** The currencies in which each kind is counted. */
const units: Readonly<Record<CeilingKind, readonly CeilingUnit[]>> = {
  STAKE: ['KRW'],
  ORDER: ['KRW', 'USDT'],
  DEPOSIT: ['KRW', 'USDT'],
  WITHDRAWAL: ['KRW'],
}

/**
 * Sets, changes or lifts (null) what staff allow one member at most; never more than the site allows everybody. It holds for what is asked
 * for from then on, and the member hears of it. `before`: what the panel showed.
 */
export function setCeiling(state: State, member: Member, command: SetCeiling, turn: Turn): Reply {
  const { ceiling: type, currency, amount, before } = command
  const { siteId, memberId } = member.row
  if (!units[type]?.includes(currency) || (amount !== null && amount < 0n)) return refusalReply('INVALID_REQUEST')
  const set = ceilingOf(member, type, currency)
  if ((set?.row.amount ?? null) !== before) return refusalReply('STALE_VERSION')
  if (amount === before) return refusalReply('INVALID_REQUEST')
  const most = siteMax(state, siteId, type)
  if (amount !== null && most !== null && amount > most) return refuseAboveSite(most, currency)
  if (type === 'DEPOSIT' && !member.deposits) followDeposits(state, member, command.deposits, turn.wall)
  const parts = { amount, setAt: turn.wall }
  if (set) change(turn.effects, 'ceilings', set, parts)
  else {
    const added = cell({ siteId, memberId, kind: type, currency, ...parts })
    member.ceilings.push(added)
    turn.effects.put('ceilings', added)
  }
  const notice = noticeCall(siteId, `ceiling-${turn.nextId()}`, { memberId, about: 'CEILING' })
  turn.effects.add('outgoing', newCall(notice, turn.wall))
  return { status: 200, body: limitsWire(state, member, turn) }
}

/** What a site allows everybody; null: it has no such limit. */
function siteMax(state: State, siteId: number, kind: CeilingKind): Minor | null {
  if (kind === 'WITHDRAWAL') return moneyConfigOf(state, siteId).withdrawDayMax
  if (kind !== 'STAKE') return null
  const options = [...roundsOf(state).options.values()].filter(({ row }) => row.siteId === siteId)
  return options.reduce((most, { row }) => (row.maxRoundPoint > most ? row.maxRoundPoint : most), 0n)
}

function refuseAboveSite(most: Minor, currency: CeilingUnit): Reply {
  const [unit, unitEn] = unitWords[currency]
  return refusalReply('CEILING_ABOVE_SITE', { max: formatMinor(most, currency), unit, unitEn })
}
