import { cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { pricesOf, type State, type Turn } from '../state.ts'
import type { Reply, RoundOption } from '../types.ts'
import { scheduleRounds } from './lifecycle.ts'
import { isBinary, RATE_MAX, RATE_MIN } from './rules.ts'
import { addOption, roundsOf } from './state.ts'

/** Adds or changes an option. A stop and stake limits apply at once; a payout rate to rounds that are not open yet. */
export function configureOption(state: State, option: RoundOption, turn: Turn): Reply {
  const site = roundsOf(state).sites.get(option.siteId)
  if (!site) return refusalReply('SITE_NOT_FOUND')
  const known = roundsOf(state).options.get(option.id)
  if (!isValid(option) || (known && !isSameGame(known.row, option))) return refusalReply('INVALID_REQUEST')
  const changed = known ?? { ...cell(option), site, prices: pricesOf(state, option.instrument), rounds: [] }
  if (known) known.row = option
  else addOption(state, changed)
  turn.effects.put('options', changed)
  scheduleRounds(state, changed, turn)
  return { status: 200, body: {} }
}

function isValid(option: RoundOption): boolean {
  const rateMax = isBinary(option.type) ? RATE_MAX.binary : RATE_MAX.rent
  return (
    Number.isInteger(option.payoutRateBp) &&
    option.payoutRateBp >= RATE_MIN &&
    option.payoutRateBp <= rateMax &&
    option.unit > 0n &&
    option.minPoint > 0n &&
    option.maxPoint >= option.minPoint &&
    option.maxRoundPoint >= option.maxPoint &&
    option.maxExposure >= 0n &&
    option.maxBets >= 1 &&
    option.minIntervalMs >= 0 &&
    option.strikeDelayMs >= 0
  )
}

/** What a round is about never changes under it. */
const isSameGame = (a: RoundOption, b: RoundOption): boolean =>
  a.siteId === b.siteId && a.instrument === b.instrument && a.type === b.type && a.precision === b.precision
