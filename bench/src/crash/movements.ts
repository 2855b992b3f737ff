import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { appCode } from '../../../apps/server/test/authenticator.ts'
import type { Client, Told } from './client.ts'
import { couponCode, nameOf, totpSecret } from './people.ts'

/** Something that a member was told is done or under way. */
export interface Movement {
  readonly what: 'deposit' | 'withdrawal' | 'conversion' | 'transfer' | 'gift' | 'purchase' | 'coupon'
  readonly key: string
  /** The row of the history that it was answered with. */
  readonly id: number
  readonly point: string
}

export interface Mover {
  readonly memberId: number
  /** The newest one. */
  token: string
}

/** A code of an app is good once: in half a minute there is another. */
const codeMs = 30_000
const otp = () => appCode(totpSecret, Date.now())

/** Members who bring, take, convert and give money, buy coins of merchants and use a coupon until they are stopped; all that was acknowledged is kept. */
export class Movements {
  readonly acknowledged: Movement[] = []
  readonly #client: Client
  readonly #isStopped: () => boolean

  constructor(client: Client, isStopped: () => boolean) {
    this.#client = client
    this.#isStopped = isStopped
  }

  /** One member's time: he converts and moves mostly, and asks for money in and out as often as one open request allows. */
  async live(own: Mover, other: Mover): Promise<void> {
    let codeFrom = 0
    await this.#useCoupon(own)
    while (!this.#isStopped()) {
      const dice = randomInt(100)
      if (dice < 40) await this.#convert(own)
      else if (dice < 55) await this.#own(own)
      else if (dice < 72) await this.#deposit(own)
      else if (dice < 75) await this.#buy(own)
      else if (Date.now() >= codeFrom) {
        codeFrom = Date.now() + codeMs
        if (dice < 90) await this.#withdraw(own)
        else await this.#give(own, other)
      }
      await pause(randomInt(300))
    }
  }

  async #deposit({ token }: Mover): Promise<void> {
    const key = randomUUID()
    const point = String(randomInt(10, 90) * 1_000)
    const body = () => ({ walletType: 'BINARY', point })
    this.#keep('deposit', key, point, await this.#client.surely('POST /api/dnw/deposit/apply', { token, key, body }))
  }

  async #useCoupon({ token }: Mover): Promise<void> {
    const key = randomUUID()
    const body = () => ({ promoCode: couponCode, walletType: 'BONUS' })
    this.#keep('coupon', key, '1000', await this.#client.surely('POST /api/coupon/use', { token, key, body }))
  }

  /** Buys coins of a merchant: what he says that he paid is his, whatever dies. */
  async #buy({ token }: Mover): Promise<void> {
    const key = randomUUID()
    const won = String(randomInt(10, 20) * 10_000)
    const body = () => ({ side: 'BUY', won })
    const opened = await this.#client.surely('POST /api/dnw/p2p', { token, key, body })
    if (opened.status !== 200 || !(await this.#isPayable(token, opened.body.id))) return
    const paid = { token, key: randomUUID(), body: () => ({ reference: 'paid' }) }
    const told = await this.#client.surely(`POST /api/p2p/${opened.body.id}/paid`, paid)
    this.#keep('purchase', key, won, { ...told, body: { id: told.body.dnwId } })
  }

  /** Waits for the merchant, who takes an order or never answers: then it is over by itself. */
  async #isPayable(token: string, orderId: number): Promise<boolean> {
    for (;;) {
      const told = await this.#client.once(`GET /api/p2p/${orderId}`, { token })
      const state = told?.status === 200 ? told.body.state : 'OPEN'
      if (state !== 'OPEN') return state === 'ESCROWED'
      await pause(400)
    }
  }

  async #withdraw({ token }: Mover): Promise<void> {
    const key = randomUUID()
    const point = String(randomInt(20, 90) * 1_000)
    const body = () => ({ walletType: 'BINARY', point, otp: otp() })
    this.#keep(
      'withdrawal',
      key,
      point,
      await this.#client.surely('POST /api/dnw/withdraw/apply', { token, key, body }, this.#usedUp),
    )
  }

  async #convert({ token }: Mover): Promise<void> {
    const key = randomUUID()
    const [from, to, point] = randomInt(100) < 60 ? ['KRW', 'FUTURES', '140000'] : ['FUTURES', 'KRW', '90']
    const body = () => ({ from, to, point })
    const told = await this.#client.surely('POST /api/dnw/convert', { token, key, body })
    this.#keep('conversion', key, point, { ...told, body: told.body.out ?? told.body })
  }

  async #own({ token }: Mover): Promise<void> {
    const key = randomUUID()
    const [from, to] = randomInt(100) < 60 ? ['FUTURES', 'USDT'] : ['USDT', 'FUTURES']
    const body = () => ({ from, to, point: '3.5' })
    this.#keep('transfer', key, '3.5', await this.#client.surely('POST /api/dnw/transfer', { token, key, body }))
  }

  async #give({ token }: Mover, { memberId }: Mover): Promise<void> {
    const key = randomUUID()
    const body = () => ({ walletType: 'BINARY', username: nameOf(memberId), point: '7000', otp: otp() })
    this.#keep(
      'gift',
      key,
      '7000',
      await this.#client.surely('POST /api/dnw/transfer', { token, key, body }, this.#usedUp),
    )
  }

  /** The house died between taking the code and taking the request: the same request takes another code. */
  readonly #usedUp = { OTP_MISMATCH: 10_000 }

  #keep(what: Movement['what'], key: string, point: string, { status, body }: Told): void {
    if (status === 200) this.acknowledged.push({ what, key, id: body.id, point })
  }
}
