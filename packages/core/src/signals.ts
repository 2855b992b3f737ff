import { takeMissedFunding } from './futures/funding.ts'
import { takeRate } from './oversea/fixing.ts'
import { takeSession } from './oversea/session.ts'
import { takeTerms } from './oversea/terms.ts'
import { touchRounds } from './rounds/disturbance.ts'
import { pricesOf, type State, type Turn } from './state.ts'
import type { FeedSignal } from './types.ts'

/** Takes what the market says beside its prices. */
export function takeSignal(state: State, signal: FeedSignal, turn: Turn): void {
  switch (signal.kind) {
    case 'rate':
      takeRate(state, signal, turn)
      return
    case 'financing':
      takeTerms(state, signal, turn)
      return
    case 'funding':
      takeMissedFunding(state, signal, turn)
      return
    case 'session':
    case 'feed':
    case 'disturbance':
      pricesOf(state, signal.instrument).addSignal(signal, turn.at)
      if (signal.kind === 'session') takeSession(state, signal, turn)
      touchRounds(state, signal, turn)
  }
}
