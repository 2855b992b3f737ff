import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Envelope, OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import WebSocket from 'ws'
import { seeded } from '../support/random.ts'
import type { RawHttp } from '../support/raw-http.ts'
import { hour, type Kind, minute, type Session } from './calendar.ts'
import type { SeenClock } from './clock.ts'

/** What a member is after. */
export type Habit = 'day' | 'holder' | 'thin' | 'leaver' | 'gambler'

/** One command as it was sent, and how it was answered. */
export interface Request {
  readonly memberId: number
  readonly call: 'order' | 'overnight' | 'order/tpsl' | 'order/delete-tpsl' | 'order/cancel' | 'order/cancel_all'
  readonly body: Readonly<Record<string, unknown>>
  status: number
  code: string
}

/** What all members trade on. */
export interface Floor {
  readonly http: RawHttp
  readonly clock: SeenClock
  /** As the server said last. */
  readonly options: Map<number, OverseaOption>
  readonly kindOf: (optionId: number) => Kind
  /** The session that runs, by the calendar. */
  readonly sessionAt: (kind: Kind, at: number) => Session | null
  /** Every command by its key. */
  readonly requests: Map<string, Request>
  isOver(): boolean
}

type Phase = 'rest' | 'open' | 'late' | 'closeOnly'

/** One who trades over HTTP and follows his queue, as the application does. */
export class Member {
  readonly id: number
  readonly habit: Habit
  readonly events: Envelope[] = []
  /** A number was missing from the queue. */
  gaps = 0
  token = ''
  readonly #floor: Floor
  readonly #random: () => number
  readonly #positions = new Map<number, OverseaPosition>()
  readonly #orders = new Map<number, OverseaOrder>()
  #seq: number | null = null
  #socket: WebSocket | null = null

  constructor(id: number, habit: Habit, floor: Floor) {
    this.id = id
    this.habit = habit
    this.#floor = floor
    this.#random = seeded(id)
  }

  /** Follows the queue of orders and positions. */
  async listen(port: number): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, ['v12.stomp'], { perMessageDeflate: false })
    this.#socket = socket
    await once(socket, 'open')
    socket.send(`CONNECT\naccept-version:1.2\nhost:maru\nAuthorization:Bearer ${this.token}\n\n\0`)
    await once(socket, 'message')
    socket.on('message', (data: Buffer) => this.#read(data.toString('utf8')))
    socket.send('SUBSCRIBE\nid:0\ndestination:/user/queue/oversea\n\n\0')
  }

  leave(): void {
    this.#socket?.terminate()
  }

  /** Trades until the floor closes. */
  async trade(): Promise<void> {
    while (!this.#floor.isOver()) {
      await this.#act().catch(() => undefined) // a call without an answer: the records show its outcome
      const isBusyTime = [...this.#floor.options.keys()].some(
        (id) => this.#phase(id) === 'late' || this.#phase(id) === 'closeOnly',
      )
      await pause((isBusyTime ? 120 : 700) * (0.5 + this.#random()))
    }
  }

  #read(frame: string): void {
    const envelope = JSON.parse(frame.slice(frame.indexOf('\n\n') + 2, frame.lastIndexOf('\0'))) as Envelope
    if (this.#seq !== null && envelope.seq !== this.#seq + 1) this.gaps += 1
    this.#seq = envelope.seq
    this.events.push(envelope)
    if (envelope.event.startsWith('ORDER')) {
      const order = envelope.data as OverseaOrder
      if (order.closedAt === null) this.#orders.set(order.id, order)
      else this.#orders.delete(order.id)
    } else if (envelope.event.startsWith('POSITION')) {
      const position = envelope.data as OverseaPosition
      if (position.closedAt === null) this.#positions.set(position.overseaOptionId, position)
      else if (this.#positions.get(position.overseaOptionId)?.id === position.id)
        this.#positions.delete(position.overseaOptionId)
    }
  }

  #phase(optionId: number): Phase {
    const now = this.#floor.clock.now()
    const session = this.#floor.sessionAt(this.#floor.kindOf(optionId), now)
    if (session === null) return 'rest'
    const left = session.closeAt - now
    return left > 40 * minute ? 'open' : left > 10 * minute ? 'late' : 'closeOnly'
  }

  /** One step of his, on one stock. */
  #act(): Promise<unknown> {
    const options = [...this.#floor.options.values()]
    const gambled = options.filter(({ stock }) => stock === 'OV_GBPAUD' || stock === 'OV_NAS100')
    const option = this.#pick(this.habit === 'gambler' ? gambled : options)
    const position = this.#positions.get(option.id)
    const phase = this.#phase(option.id)
    if (phase === 'rest') return this.#chance(0.12) ? this.#disturb(option, position) : nothing
    if (phase === 'closeOnly') return this.#actLast(option, position)
    if (this.habit === 'gambler') return this.#gamble(option, position)
    if (
      position &&
      (this.habit === 'holder' || this.habit === 'thin') &&
      !position.isActive &&
      this.#isEvening(option.id)
    )
      return this.#overnight(position, true)
    if (phase === 'late' && this.#chance(0.6)) return this.#disturb(option, position)
    return position ? this.#manage(option, position) : this.#open(option)
  }

  #isEvening(optionId: number): boolean {
    const session = this.#floor.sessionAt(this.#floor.kindOf(optionId), this.#floor.clock.now())
    return session !== null && session.closeAt - this.#floor.clock.now() < (this.habit === 'thin' ? 8 : 3) * hour
  }

  /** Asks for what may not be, or perhaps not any more. */
  #disturb(option: OverseaOption, position: OverseaPosition | undefined): Promise<unknown> {
    const dice = this.#random()
    if (dice < 0.25) return this.#order(option, { tradeType: this.#side(), marketType: 'MARKET', count: 1 })
    if (dice < 0.5) return this.#open(option)
    if (position && dice < 0.8) return this.#overnight(position, !position.isActive)
    if (position && dice < 0.9) return this.#tpsl(option, position)
    return this.#cancelOne()
  }

  /** In the last ten minutes: opens (refused), reduces, lets go of his flag, or leaves all as it is. */
  #actLast(option: OverseaOption, position: OverseaPosition | undefined): Promise<unknown> {
    const dice = this.#random()
    if (dice < 0.35) return this.#order(option, { tradeType: this.#side(), marketType: 'MARKET', count: 1 })
    if (dice < 0.45) return this.#open(option)
    if (!position || this.habit === 'leaver') return nothing
    if (dice < 0.6) return this.#overnight(position, !position.isActive)
    if (dice < 0.7) return this.#order(option, { ...this.#against(position), count: 1, marketType: 'MARKET' })
    if (dice < 0.75)
      return this.#order(option, { ...this.#against(position), count: 1, marketType: 'MARKET', isReduceOnly: true })
    if (dice < 0.85)
      return this.#order(option, {
        ...this.#against(position),
        count: 1,
        isReduceOnly: true,
        ...this.#limit(option, position.tradeType, -30),
      })
    return nothing
  }

  /** As much as his money allows, and no thought of the night. */
  async #gamble(option: OverseaOption, position: OverseaPosition | undefined): Promise<unknown> {
    if (position) return this.#chance(0.02) ? this.#overnight(position, true) : nothing
    if (this.#positions.size > 0) return nothing
    const cross = JSON.parse((await this.#send('GET', 'cross', '')).body) as { playerPoint: string }
    const each = Number(option.marginKrw) + 2 * Number(option.feeKrw)
    const count = Math.min(option.maxCount, Math.floor(Number(cross.playerPoint) / each))
    return count < 1 ? nothing : this.#order(option, { tradeType: this.#side(), marketType: 'MARKET', count })
  }

  #open(option: OverseaOption): Promise<unknown> {
    const count = 1 + Math.floor(this.#random() * (this.habit === 'thin' ? 2 : 12))
    const tradeType = this.#side()
    const ticks = this.#chance(0.3) ? { tpTick: this.#ticks(30), slTick: this.#ticks(30) } : {}
    const dice = this.#random()
    if (dice < 0.4) return this.#order(option, { tradeType, marketType: 'MARKET', count, ...ticks })
    if (dice < 0.65)
      return this.#order(option, { tradeType, count, ...this.#limit(option, tradeType, this.#ticks(15)), ...ticks })
    const trigger = this.#priceAt(option, (this.#chance(0.5) ? 1 : -1) * (2 + this.#ticks(10)))
    if (dice < 0.85)
      return this.#order(option, { tradeType, marketType: 'STOPMARKET', count, triggerPrice: trigger, ...ticks })
    return this.#order(option, {
      tradeType,
      marketType: 'STOPLIMIT',
      count,
      triggerPrice: trigger,
      price: trigger,
      ...ticks,
    })
  }

  #manage(option: OverseaOption, position: OverseaPosition): Promise<unknown> {
    const dice = this.#random()
    const isDay = this.habit === 'day'
    if (dice < 0.25) return this.#tpsl(option, position)
    if (dice < 0.3)
      return this.#post('order/delete-tpsl', {
        id: position.id,
        overseaOptionId: option.id,
        value: this.#chance(0.5) ? 'TP' : 'SL',
      })
    if (dice < 0.4) return this.#open(option)
    if (dice < 0.5) return this.#cancelOne()
    if (dice < 0.52) return this.#post('order/cancel_all', { overseaOptionId: option.id })
    if (dice < (isDay ? 0.7 : 0.55))
      return this.#order(option, {
        ...this.#against(position),
        marketType: 'MARKET',
        count: position.count,
        isReduceOnly: true,
      })
    if (dice < (isDay ? 0.75 : 0.57))
      return this.#order(option, { ...this.#against(position), marketType: 'MARKET', count: position.count + 1 })
    if (dice < (isDay ? 0.85 : 0.65)) {
      const count = Math.max(1, Math.floor(position.count / 2))
      return this.#order(option, {
        ...this.#against(position),
        count,
        isReduceOnly: true,
        ...this.#limit(option, position.tradeType, -this.#ticks(12)),
      })
    }
    if (dice < 0.9 && this.habit !== 'leaver') return this.#overnight(position, this.#chance(0.8))
    return nothing
  }

  #tpsl(option: OverseaOption, position: OverseaPosition): Promise<unknown> {
    const own = this.#chance(0.5) ? { tpTick: this.#ticks(25) } : { slTick: this.#ticks(25) }
    return this.#post('order/tpsl', { overseaPositionId: position.id, overseaOptionId: option.id, ...own })
  }

  #overnight(position: OverseaPosition, isActive: boolean): Promise<unknown> {
    return this.#post('overnight', { overseaPositionId: position.id, isActive })
  }

  #cancelOne(): Promise<unknown> {
    const open = [...this.#orders.values()].filter(({ count }) => count !== null)
    return open.length === 0 ? nothing : this.#post('order/cancel', { id: this.#pick(open).id })
  }

  #order(option: OverseaOption, order: Record<string, unknown>): Promise<unknown> {
    return this.#post('order', { overseaOptionId: option.id, ...order })
  }

  #against = ({ tradeType }: OverseaPosition) => ({ tradeType: tradeType === 'LONG' ? 'SHORT' : 'LONG' })

  /** A limit so many tick sizes better than the last price for one who goes that way; behind it below 0. */
  #limit(option: OverseaOption, side: 'LONG' | 'SHORT', ticks: number) {
    return { marketType: 'LIMIT', price: this.#priceAt(option, side === 'LONG' ? -ticks : ticks) }
  }

  #priceAt({ lastPrice, tickSize, precision }: OverseaOption, ticks: number): string {
    const steps = Math.round(Number(lastPrice ?? 1) / Number(tickSize)) + ticks
    return (steps * Number(tickSize)).toFixed(precision)
  }

  #side = () => (this.#chance(0.5) ? 'LONG' : 'SHORT')
  #ticks = (most: number) => 1 + Math.floor(this.#random() * most)
  #chance = (share: number) => this.#random() < share
  #pick = <T>(of: readonly T[]): T => of[Math.floor(this.#random() * of.length)] as T

  async #post(call: Request['call'], body: Request['body']): Promise<Request> {
    const key = randomUUID()
    const request: Request = { memberId: this.id, call, body, status: 0, code: '' }
    this.#floor.requests.set(key, request)
    const head = `content-type: application/json\r\nidempotency-key: ${key}\r\n`
    const answer = await this.#send('POST', call, head, JSON.stringify(body))
    request.status = answer.status
    request.code = answer.status === 200 ? 'OK' : (JSON.parse(answer.body) as { code: string }).code
    return request
  }

  #send(method: string, call: string, head: string, body = '') {
    const path = `/api/oversea/${call}`
    return this.#floor.http.call(
      `${method} ${path}?siteInfoId=1 HTTP/1.1\r\nauthorization: Bearer ${this.token}\r\n${head}`,
      body,
    )
  }
}

const nothing = Promise.resolve(null)
