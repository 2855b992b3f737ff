import { refuseKey, refuseRow } from '../configuration/key.ts'
import { roundKeys } from '../configuration/keys.ts'
import { cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { pricesOf, type State, type Turn } from '../state.ts'
import type { Reply, RoundOption } from '../types.ts'
import { scheduleRounds } from './lifecycle.ts'
import { BINARY_RATE_MAX, isBinary, lengthOf } from './rules.ts'
import { addOption, type Option, roundsOf } from './state.ts'

/** Adds or changes an option. A stop and stake limits apply at once; a payout rate and times to rounds that are not open yet. */
export function configureOption(state: State, option: RoundOption, turn: Turn): Reply {
  const refusal = refuseOption(state, option)
  if (refusal) return refusal
  const known = roundsOf(state).options.get(option.id)
  const site = roundsOf(state).sites.get(option.siteId)!
  const changed = known ?? { ...cell(option), site, prices: pricesOf(state, option.instrument), rounds: [] }
  if (known) known.row = option
  else addOption(state, changed)
  turn.effects.put('options', changed)
  // Other changes may be due in this turn: a round knows them all.
  if (roundsOf(state).hasBegun) state.due.push(turn.at, (now, next) => scheduleRounds(now, changed, next))
  return { status: 200, body: {} }
}

/** Why an option cannot be so; null: it can. */
export function refuseOption(state: State, option: RoundOption): Reply | null {
  if (!roundsOf(state).sites.has(option.siteId)) return refusalReply('SITE_NOT_FOUND')
  const known = roundsOf(state).options.get(option.id)
  if (known && !isSameGame(known.row, option)) return refusalReply('INVALID_REQUEST')
  const refusal = refuseRow(roundKeys, option)
  if (refusal) return refusal
  const key = faultBetween(option)
  if (key !== null) return refuseKey(key, key === 'payoutRateBp' ? 'PAYOUT' : 'TOGETHER')
  return known && isBelowOpen(known, option) ? refuseKey('maxExposure', 'BELOW_OPEN') : null
}

/** The first key that does not go together with others; null: all do. */
function faultBetween(option: RoundOption): string | null {
  const binary = isBinary(option.type)
  if (binary && option.payoutRateBp > BINARY_RATE_MAX) return 'payoutRateBp'
  if (option.maxPoint < option.minPoint) return 'maxPoint'
  if (option.maxRoundPoint < option.maxPoint) return 'maxRoundPoint'
  if (option.lockLeadMs >= lengthOf(option.type)) return 'lockLeadMs'
  if (option.strikeWaitMs < option.strikeDelayMs) return 'strikeWaitMs'
  // The newest bet of a binary round is struck before the round ends.
  return binary && option.lockLeadMs <= option.strikeWaitMs ? 'lockLeadMs' : null
}

/** What a round may cost is not lowered below what an undecided one already can. */
function isBelowOpen({ row, rounds }: Option, { maxExposure }: RoundOption): boolean {
  if (maxExposure >= row.maxExposure) return false
  const open = rounds.filter((round) => round.row.decidedAt === null)
  return open.some((round) => round.exposure.value() > Number(maxExposure))
}

/** What a round is about never changes under it. */
const isSameGame = (a: RoundOption, b: RoundOption): boolean =>
  a.siteId === b.siteId && a.instrument === b.instrument && a.type === b.type && a.precision === b.precision
