import { walletCurrency } from '@maru/contract'
import type { State, Turn } from '../../state.ts'
import type { EpochMs, FeedSignal, Tick } from '../../types.ts'
import { coinSpots, isMadeOf, midOf } from './prices.ts'
import { exchangeOf } from './state.ts'

const instruments: ReadonlySet<string> = new Set(Object.values(coinSpots).map(({ instrument }) => instrument))

/** Takes the price of a coin over; conversions that waited for it are decided. */
export function hearSpot(state: State, { instrument, price, sourceTs }: Tick, turn: Turn): void {
  if (!instruments.has(instrument) || price <= 0) return
  const { spots } = exchangeOf(state)
  if (sourceTs < (spots.get(instrument)?.sourceTs ?? Number.NEGATIVE_INFINITY)) return
  spots.set(instrument, { price, sourceTs })
  decide(state, instrument, sourceTs, turn)
}

/** Takes the price of a USDT in won over; conversions that waited for it are decided. */
export function hearRate(state: State, signal: FeedSignal, turn: Turn): void {
  if (signal.kind !== 'coinRate' || !Number.isSafeInteger(signal.rate) || signal.rate <= 0) return
  const { role, rate: price, sourceTs } = signal
  const { rates } = exchangeOf(state)
  if (sourceTs < (rates.get(role)?.sourceTs ?? Number.NEGATIVE_INFINITY)) return
  rates.set(role, { price, sourceTs })
  if (role === 'price') decide(state, null, sourceTs, turn)
}

/** Gives each conversion that waits for this price its mid; what follows from it is work. */
function decide(state: State, instrument: string | null, sourceTs: EpochMs, { at }: Turn): void {
  const { waiting, decided } = exchangeOf(state)
  for (const one of waiting) {
    const [from, to] = [walletCurrency[one.from], walletCurrency[one.to]]
    if (sourceTs < one.notBefore || !isMadeOf(instrument, from, to)) continue
    one.mid = midOf(state, { siteId: one.command.siteId, at }, from, to)
    if (one.mid === null) continue
    waiting.delete(one)
    decided.push(one)
  }
}
