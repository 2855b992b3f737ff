import { contractScale } from '@maru/positions'
import { cell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import type { SessionChange } from '../prices.ts'
import type { State } from '../state.ts'
import { tradedOf } from '../trading/instruments.ts'
import { ownLotName } from '../trading/lots.ts'
import { marketName, type Session } from '../trading/state.ts'
import type { EpochMs, OverseaOption } from '../types.ts'
import { overseaPolicy } from './policy.ts'
import { type Contract, daysOf, overseaOf } from './state.ts'

/** Adds a contract. */
export function addContract(state: State, option: OverseaOption): Contract {
  const key = marketName(option.siteId, option.id)
  invariant(!overseaOf(state).markets.has(key), `overseas option ${key} exists`)
  const instrument = tradedOf(state, option.instrument)
  const contract: Contract = {
    ...cell(option),
    book: overseaOf(state),
    instrument,
    scale: contractScale(option.precision),
    policy: overseaPolicy(daysOf(state)),
    ownLotName: ownLotName(option.id),
    positions: new Set(),
    orders: new Set(),
    revision: 0,
  }
  overseaOf(state).markets.set(key, contract)
  instrument.contracts.push(contract)
  daysOf(state).fixAt = Number.NEGATIVE_INFINITY
  daysOf(state).groups = null
  instrument.days = daysOf(state)
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

/** The rate that holds is too old to open a contract at it. */
export const isRateOld = (state: State, { row }: Contract, at: EpochMs): boolean =>
  at - (daysOf(state).fixing?.sourceTs ?? Number.NEGATIVE_INFINITY) > row.rateMaxAgeMs
