import { setTimeout as pause } from 'node:timers/promises'

/** The server's domain clock from outside: it runs evenly, so one reading gives all later times. */
export class SeenClock {
  readonly #speed: number
  #wall = 0
  #domain = 0

  constructor(speed: number) {
    this.#speed = speed
  }

  /** Asks the server, and takes the answer that came fastest. */
  async look(url: string): Promise<void> {
    let best = Number.POSITIVE_INFINITY
    for (let n = 0; n < 10; n++) {
      const sent = performance.now()
      const answer = (await (await fetch(`${url}/api/server_time_offset`)).json()) as { serverTime: number }
      const took = performance.now() - sent
      if (took >= best) continue
      best = took
      this.#wall = sent + took / 2
      this.#domain = answer.serverTime
    }
  }

  now(): number {
    return Math.floor(this.#domain + (performance.now() - this.#wall) * this.#speed)
  }

  /** Resolves when the clock shows `at`. */
  until(at: number): Promise<void> {
    return pause(Math.max(0, (at - this.now()) / this.#speed))
  }
}
