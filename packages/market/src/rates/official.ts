import type { DomainClock } from '../feed.ts'
import { answerOf } from './answer.ts'
import { checkedRate, type GoodRate, RateJump, RateRefused } from './checked.ts'
import type { Rate, RateSource } from './source.ts'

export interface OfficialRateConfig {
  /** Answers with `{"rate":"1398.20","date":"2026-11-20","source":"…"}`. */
  readonly url: string
  readonly clock: DomainClock
  /** The last rate that was taken, over restarts: the next one is held against it. */
  readonly kept: { read(): GoodRate | null; write(rate: GoodRate): void }
  /** The source cannot be asked, or its rate was refused. */
  readonly onProblem: (error: Error) => void
}

const pollMs = 600_000
const answerMs = 10_000

/**
 * An official daily rate, asked for every ten minutes. A rate that was told already is not told again. One that is far from the
 * last waits until an operator confirms it, or until the source states another.
 */
export function createOfficialRate({ url, clock, kept, onProblem }: OfficialRateConfig): RateSource {
  let cancel: (() => void) | null = null
  let asking: AbortController | null = null
  let tell: (rate: Rate) => void = () => undefined
  let last = kept.read()
  let told: GoodRate | null = null
  let proposed: { readonly text: string; readonly rate: GoodRate } | null = null
  let problem: { readonly text: string; readonly at: number } | null = null

  /** Takes an answer whose distance from `from` is no jump. */
  const take = (text: string, from: GoodRate | null) => {
    const recvTs = clock.now()
    const { sourceTs, ...good } = checkedRate(text, recvTs, from)
    proposed = null
    problem = null
    if (told?.rate === good.rate && told.date === good.date) return
    kept.write(good)
    last = good
    told = good
    tell({ kind: 'rate', pair: 'USDKRW', rate: good.rate, source: good.source, sourceTs, recvTs })
  }

  const ask = async () => {
    const own = new AbortController()
    asking = own
    cancel = clock.at(clock.now() + pollMs, ask)
    let text = ''
    try {
      text = await answerOf(url, AbortSignal.any([own.signal, AbortSignal.timeout(answerMs)]))
      if (!own.signal.aborted) take(text, last)
    } catch (error) {
      if (own.signal.aborted) return
      if (error instanceof RateJump) {
        proposed = { text, rate: error.rate }
        problem = null
      } else problem = { text: (error as Error).message, at: clock.now() }
      onProblem(error as Error)
    }
  }

  return {
    start(listener) {
      tell = listener
      void ask()
    },
    stop() {
      cancel?.()
      cancel = null
      asking?.abort()
    },
    desk: {
      last: () => last,
      proposed: () => proposed?.rate ?? null,
      problem: () => problem,
      confirm(rate, date) {
        if (proposed?.rate.rate !== rate || proposed.rate.date !== date) return false
        try {
          take(proposed.text, null)
          return true
        } catch (error) {
          if (error instanceof RateRefused) return false
          throw error
        }
      },
    },
  }
}
