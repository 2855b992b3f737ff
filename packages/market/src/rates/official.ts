import type { DomainClock } from '../feed.ts'
import { answerOf } from './answer.ts'
import { checkedRate, type GoodRate } from './checked.ts'
import type { RateSource } from './source.ts'

export interface OfficialRateConfig {
  /** Answers with `{"rate":"1398.20","date":"2026-11-20","source":"…"}`. */
  readonly url: string
  readonly clock: DomainClock
  /** The last rate that was taken, over restarts: the next one is held against it. */
  readonly kept: { read(): GoodRate | null; write(rate: GoodRate): void }
  /** The one rate, in 10^-2 KRW, that an operator confirmed though it is far from the last. */
  readonly confirmed: number | null
  /** The source cannot be asked, or its rate was refused. */
  readonly onProblem: (error: Error) => void
}

const pollMs = 600_000
const answerMs = 10_000

/** An official daily rate, asked for every ten minutes. A rate that was told already is not told again. */
export function createOfficialRate({ url, clock, kept, confirmed, onProblem }: OfficialRateConfig): RateSource {
  let cancel: (() => void) | null = null
  let asking: AbortController | null = null

  return {
    start(listener) {
      let last = kept.read()
      let told: GoodRate | null = null
      const ask = async () => {
        const own = new AbortController()
        asking = own
        cancel = clock.at(clock.now() + pollMs, ask)
        try {
          const text = await answerOf(url, AbortSignal.any([own.signal, AbortSignal.timeout(answerMs)]))
          if (own.signal.aborted) return
          const recvTs = clock.now()
          const { sourceTs, ...good } = checkedRate(text, recvTs, last, confirmed)
          if (told?.rate === good.rate && told.date === good.date) return
          kept.write(good)
          last = good
          told = good
          listener({ kind: 'rate', pair: 'USDKRW', rate: good.rate, source: good.source, sourceTs, recvTs })
        } catch (error) {
          if (!own.signal.aborted) onProblem(error as Error)
        }
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
