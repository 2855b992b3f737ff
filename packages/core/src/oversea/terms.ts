import type { State, Turn } from '../state.ts'
import type { FeedSignal } from '../types.ts'
import { contractInstruments } from './fixing.ts'

/** What a year of nights may cost or bring at most, in millionths: more is no rate. */
const MOST_PPM = 1_000_000

/** Takes the venue's rates of a night: contracts of the instrument are financed by them from the next night on. */
export function takeTerms(state: State, signal: Extract<FeedSignal, { kind: 'financing' }>, turn: Turn): void {
  const { instrument, longRatePpm, shortRatePpm } = signal
  const isRate = (ppm: number) => Number.isSafeInteger(ppm) && ppm > -MOST_PPM && ppm < MOST_PPM
  if (!isRate(longRatePpm) || !isRate(shortRatePpm)) return
  for (const contract of contractInstruments(state).find(({ symbol }) => symbol === instrument)?.contracts ?? []) {
    const { row } = contract
    if (row.longRatePpm === longRatePpm && row.shortRatePpm === shortRatePpm) continue
    contract.row = { ...row, longRatePpm, shortRatePpm }
    turn.effects.put('overseaOptions', contract)
  }
}
