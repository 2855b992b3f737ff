import type { DomainClock } from '../feed.ts'
import { answerOf } from './answer.ts'
import { type CoinRate, type CoinRateSource, checkedTicker } from './coin-rate.ts'

export interface TickerConfig {
  /** The ticker of KRW-USDT at a Korean exchange. */
  readonly url: string
  readonly role: CoinRate['role']
  readonly clock: DomainClock
  /** The exchange cannot be asked, or what it said was refused. */
  readonly onProblem: (error: Error) => void
}

/** Twice within the second that a conversion waits for its price. */
const pollMs = 500
const answerMs = 2_000

/** The ticker of an exchange, asked for twice a second; one question is under way at a time. */
export function createTicker({ url, role, clock, onProblem }: TickerConfig): CoinRateSource {
  const source = new URL(url).hostname
  let cancel: (() => void) | null = null
  let asking: AbortController | null = null

  return {
    start(listener) {
      const ask = async () => {
        const own = new AbortController()
        asking = own
        const sourceTs = clock.now()
        try {
          const text = await answerOf(url, AbortSignal.any([own.signal, AbortSignal.timeout(answerMs)]))
          if (own.signal.aborted) return
          const recvTs = clock.now()
          const rate = checkedTicker(text, recvTs)
          listener({ kind: 'coinRate', pair: 'USDTKRW', role, rate, source, sourceTs, recvTs })
        } catch (error) {
          if (!own.signal.aborted) onProblem(error as Error)
        }
        if (!own.signal.aborted) cancel = clock.at(sourceTs + pollMs, ask)
      }
      void ask()
    },
    stop() {
      cancel?.()
      cancel = null
      asking?.abort()
    },
  }
}
