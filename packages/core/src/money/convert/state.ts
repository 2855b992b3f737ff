import type { WalletType } from '@maru/contract'
import type { Rational } from '@maru/positions'
import { newPart } from '../../part.ts'
import type { State } from '../../state.ts'
import type { Command, EpochMs, Minor, PriceUnits } from '../../types.ts'

/** How many whole units of one currency one whole unit of another is worth, between what buys and sells it. */
export interface Mid extends Rational {
  /** The time of its newest factor. */
  readonly at: EpochMs
}

export type Convert = Extract<Command, { kind: 'convert' }>

/** A conversion that waits for the mid that decides it. */
export interface Waiting {
  readonly command: Convert
  readonly from: WalletType
  readonly to: WalletType
  readonly point: Minor
  /** Mids of before are known to the member, or may be. */
  readonly notBefore: EpochMs
  mid: Mid | null
  isOver: boolean
}

interface Stated {
  readonly price: PriceUnits
  readonly sourceTs: EpochMs
}

interface Exchange {
  /** Since when quotes hold, by the wall clock: a start ends all that were given before. */
  since: EpochMs
  /** 10^-2 KRW a USDT by role of its source. */
  readonly rates: Map<'price' | 'check', Stated>
  /** The newest trade of each coin's instrument. */
  readonly spots: Map<string, Stated>
  readonly waiting: Set<Waiting>
  /** The names of the keys of those that are not answered yet. */
  readonly underWay: Set<string>
  /** Those whose mid came, in its order. */
  readonly decided: Waiting[]
  /** Quotes that were used, until they expire. */
  readonly used: Set<string>
}

const exchange = newPart<Exchange>(() => ({
  since: Number.POSITIVE_INFINITY,
  rates: new Map(),
  spots: new Map(),
  waiting: new Set(),
  underWay: new Set(),
  decided: [],
  used: new Set(),
}))

export const exchangeOf = (state: State): Exchange => state.parts.of(exchange)
