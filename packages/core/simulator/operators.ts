import type { House } from './house.ts'
import { Random } from './random.ts'

/** Whose options operators change, and who trades meanwhile. */
interface Traders {
  configure(isLeft: boolean): void
  act(): void
}

/**
 * In each eighth run operators change options often, and what a change asks of everybody is not done yet when somebody acts, a price
 * comes or the house dies. They have chances of their own: all other runs stay what they were.
 */
export class Operators {
  readonly #random: Random
  readonly #isBusy: boolean
  readonly #house: House
  readonly #traders: Traders
  readonly #crash: (downMs: number, isDurable: boolean) => void

  constructor(seed: number, house: House, traders: Traders, crash: (downMs: number, isDurable: boolean) => void) {
    this.#random = new Random(seed ^ 0x5f3759df)
    this.#isBusy = seed % 8 === 6
    this.#house = house
    this.#traders = traders
    this.#crash = crash
  }

  step(): void {
    const random = this.#random
    if (!this.#isBusy || random.int(0, 999) >= 15) return
    this.#traders.configure(true)
    const dice = random.int(0, 99)
    if (dice < 30) this.#house.step(1)
    if (dice < 50) this.#traders.act()
    else if (dice < 70) this.#crash(random.pick([1, 800, 20_000]), random.chance(70))
  }
}
