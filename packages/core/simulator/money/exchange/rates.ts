import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'

/** So many units of the price, to begin with: decimals of the venue for coins, 10^-2 KRW for a USDT. */
const spots = { BTCUSDT: 600_000, ETHUSDT: 300_000, XRPUSDT: 22_000 } as const

/** The prices that conversions are made by: they come late, twice, stay away, and now and then two sources disagree. */
export class Rates {
  readonly #random: Random
  readonly #house: House
  /** Prices of coins too, where no trading book has them. */
  readonly #hasSpots: boolean
  readonly #prices: Record<keyof typeof spots, number> = { ...spots }
  #rate = 140_000
  #silentUntil = 0
  #seq = 0

  constructor(random: Random, house: House, hasSpots: boolean) {
    this.#random = random
    this.#house = house
    this.#hasSpots = hasSpots
  }

  pass(): void {
    const random = this.#random
    if (random.chance(0.3)) this.#silentUntil = this.#house.now + random.pick([2_000, 7_000, 30_000])
    if (this.#house.now < this.#silentUntil) return
    if (random.chance(60)) this.#sayRate()
    if (!this.#hasSpots) return
    for (const name of Object.keys(spots) as (keyof typeof spots)[]) if (random.chance(50)) this.#saySpot(name)
  }

  #sayRate(): void {
    const random = this.#random
    this.#rate = this.#moved(this.#rate)
    const role = random.chance(70) ? 'price' : 'check'
    const apart = role === 'check' && random.chance(4) ? 1.02 : 1
    const said = { rate: Math.round(this.#rate * apart), source: role, sourceTs: this.#when(), recvTs: this.#house.now }
    this.#house.signal({ kind: 'coinRate', pair: 'USDTKRW', role, ...said })
  }

  #saySpot(instrument: keyof typeof spots): void {
    const price = this.#moved(this.#prices[instrument])
    this.#prices[instrument] = price
    const { now } = this.#house
    this.#seq += 1
    const said = {
      instrument,
      source: 'simulator',
      sourceTradeId: String(this.#seq),
      sourceTs: this.#when(),
      recvTs: now,
    }
    this.#house.tick({ ...said, price, qty: '0.01', seq: this.#seq })
  }

  /** Mostly by little, now and then by more than a quote bears. */
  #moved(price: number): number {
    const ppm = this.#random.chance(10) ? 6_000 : 300
    return Math.max(1, Math.round(price * (1 + this.#random.int(-ppm, ppm) / 1_000_000)))
  }

  #when(): number {
    return this.#house.now - (this.#random.chance(4) ? 6_000 : this.#random.int(0, 250))
  }
}
