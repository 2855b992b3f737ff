import { contractScale } from '@maru/positions'
import { cell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import type { SessionChange } from '../prices.ts'
import { type State, tradedOf } from '../state.ts'
import { marketName, type Session } from '../trading/state.ts'
import type { EpochMs, OverseaOption } from '../types.ts'
import { overseaPolicy } from './policy.ts'
import { RATE_MAX_AGE_MS } from './rules.ts'
import type { Contract } from './state.ts'

/** Adds a contract. */
export function addContract(state: State, option: OverseaOption): Contract {
  const key = marketName(option.siteId, option.id)
  invariant(!state.oversea.markets.has(key), `overseas option ${key} exists`)
  const instrument = tradedOf(state, option.instrument)
  const contract: Contract = {
    ...cell(option),
    book: state.oversea,
    instrument,
    scale: contractScale(option.precision),
    policy: overseaPolicy(state.days),
    positions: new Set(),
  }
  state.oversea.markets.set(key, contract)
  instrument.contracts.push(contract)
  instrument.session ??= sessionOf(instrument.prices.newestSession)
  instrument.contracts.sort((a, b) => a.row.siteId - b.row.siteId || a.row.id - b.row.id)
  return contract
}

/** A session as the books keep it; null where the market said nothing of its times. */
export function sessionOf(said: SessionChange | null): Session | null {
  if (!said?.session) return null
  const { isRest, session: times, nextOpenAt = null, overnightAllowed = false } = said
  return { isRest, times, nextOpenAt, overnightAllowed }
}

/** The rate that holds is too old to open anything at it. */
export const isRateOld = (state: State, at: EpochMs): boolean =>
  state.days.fixing === null || at - state.days.fixing.sourceTs > RATE_MAX_AGE_MS
