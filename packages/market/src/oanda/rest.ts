import { readCandles, readInstruments, type VenueCandle, type VenueTerms } from './messages.ts'

export interface OandaAccess {
  /** https://api-fxpractice.oanda.com, without a path. */
  readonly restUrl: string
  readonly token: string
  readonly account: string
}

const answerMs = 10_000
const largestAnswer = 8 * 1024 * 1024
/** What the venue gives in one answer. */
export const mostCandles = 5_000

/** OANDA's REST calls. Each rejects where the venue cannot be reached, refuses or answers nonsense. */
export class OandaRest {
  readonly #access: OandaAccess
  readonly #ending = new AbortController()

  constructor(access: OandaAccess) {
    this.#access = access
  }

  /** The instruments that our OANDA account may trade. */
  async instruments(): Promise<VenueTerms[]> {
    return readInstruments(await this.#get(`/v3/accounts/${encodeURIComponent(this.#access.account)}/instruments`, {}))
  }

  /**
   * The next `mostCandles` candles of mids from a time on; days begin at 00:00 KST. No end is named: the venue refuses one that
   * its own clock has not reached.
   */
  async candles(name: string, granularity: string, from: number): Promise<VenueCandle[]> {
    const answer = await this.#get(`/v3/instruments/${name}/candles`, {
      price: 'M',
      granularity,
      from: new Date(from).toISOString(),
      count: String(mostCandles),
      dailyAlignment: '0',
      alignmentTimezone: 'Asia/Seoul',
    })
    return readCandles(answer)
  }

  /** Ends what is under way and refuses what comes. */
  stop(): void {
    this.#ending.abort(new Error('the feed ends'))
  }

  async #get(path: string, parameters: Readonly<Record<string, string>>): Promise<unknown> {
    const url = new URL(path, this.#access.restUrl)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    const answer = await fetch(url, {
      signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerMs)]),
      redirect: 'error',
      headers: { authorization: `Bearer ${this.#access.token}`, 'accept-datetime-format': 'RFC3339' },
    })
    if (answer.status !== 200) {
      await answer.body?.cancel()
      throw new Error(`OANDA ${path.replace(this.#access.account, '…')} answers ${answer.status}`)
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body ?? []) {
      size += part.length
      if (size > largestAnswer) throw new Error(`OANDA answers more than ${largestAnswer} bytes`)
      parts.push(part)
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  }
}
