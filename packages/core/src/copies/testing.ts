/** What the tests of copies share: a trader, who follows him, and a book of one price. */
import { byMember, byStaff } from '../envelope.ts'
import { at, btc, Desk, perpetual, usdt } from '../futures/testing.ts'
import { codeOf, SITE, site } from '../testing.ts'
import type { Command, CopySkipRow, FuturesOption, Minor, OrderRow, PositionRow, Reply, SiteConfig } from '../types.ts'
import type { FollowSettings } from './types.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
/** The member who leads. */
export const TRADER = 1
const DAY_MS = 86_400_000
type Side = readonly (readonly [price: number, qty: number])[]

/** A house with a trader and his followers. */
export class CopyDesk extends Desk {
  #shown = 1_000_000

  /** A trader with money, and a price. */
  constructor(amount: Minor = usdt(10_000), parts: Partial<SiteConfig> = {}, option: Partial<FuturesOption> = {}) {
    super([perpetual(option)], { sites: [site({ isCopyOn: true, ...parts })] })
    this.trader(TRADER, amount)
    this.later(61 * DAY_MS)
    this.flat(60_000)
    this.do({ kind: 'applyTrader', ...this.by(TRADER), sharePpm: 100_000, isPartner: false })
    this.decide(true)
  }

  by(memberId: number) {
    return byMember({ siteId: SITE, memberId }, this.key())
  }

  /** What two persons give a command with. */
  two() {
    return { ...byStaff(SITE, 9, 'looked at', { approval: { id: 1, staffId: 10 } }), key: this.key() }
  }

  later(ms: number): void {
    this.at += ms
    this.live()
  }

  decide(accept: boolean, { traderId = TRADER, version = 1, isPartner = false } = {}): Reply {
    const by = { ...byStaff(SITE, 9, 'looked at'), key: this.key() }
    return this.do({ kind: 'decideTrader', ...by, traderId, accept, version, isPartner })
  }

  /** One of the staff, or two, make the trader something else. */
  turnTo(state: 'ACTIVE' | 'SUSPENDED' | 'ENDED', isTwo = false, version = 2): Reply {
    const by = isTwo ? this.two() : { ...byStaff(SITE, 9, 'looked at'), key: this.key() }
    return this.do({ kind: 'setTraderState', ...by, traderId: TRADER, state, version })
  }

  /** Staff change numbers of the site at once. */
  configure(changes: Readonly<Record<string, unknown>>): Reply {
    const by = byStaff(SITE, 9, 'numbers of copies')
    return this.do({ kind: 'configure', ...by, scope: 'site', optionId: null, changes, effectiveFrom: null })
  }

  /** Staff stop all copying, or that of one instrument. */
  stopCopying(instrument: string | null = null): Reply {
    const of = { scope: instrument === null ? 'LINE' : 'INSTRUMENT', line: 'COPY', instrument } as const
    return this.do({ kind: 'stop', ...byStaff(SITE, 9, 'looked at'), key: this.key(), ...of })
  }

  /** A member with USDT who follows the trader. */
  follower(memberId: number, parts: Partial<FollowSettings> = {}, amount: Minor = usdt(10_000)): number {
    this.trader(memberId, amount)
    const reply = this.follow(memberId, parts)
    if (reply.status !== 200) throw new Error(`${memberId} does not follow: ${codeOf(reply)}`)
    return (reply.body as { followId: number }).followId
  }

  follow(memberId: number, parts: Partial<Of<'followTrader'>> = {}): Reply {
    const settings = {
      traderId: TRADER,
      optionIds: [1],
      multiplyPer: 100,
      oneMaxBet: usdt(1_000),
      maxBet: usdt(5_000),
      maxLeverage: null,
      slipPpm: 5_000,
      lossStop: null,
      lossStopClose: true,
    }
    return this.do({ kind: 'followTrader', ...this.by(memberId), ...settings, ...parts })
  }

  unfollow(memberId: number, followId: number, closePositions = false): Reply {
    return this.do({ kind: 'unfollow', ...this.by(memberId), followId, closePositions })
  }

  flat(price: number, qty = 10_000): void {
    this.book([[price, qty]], [[price, qty]])
    this.mark(price)
  }

  /** The trader buys or sells at the market; his order fills, and all copies are made. */
  lead(side: 'LONG' | 'SHORT', qty: string, price: number): OrderRow {
    const order = this.send(side, qty)
    this.at += 150
    this.flat(price)
    this.at += 2_000
    return this.orders.get(order.id)!
  }

  /** The trader sends an order at 10×, and it waits for its book. */
  send(side: 'LONG' | 'SHORT', qty: string): OrderRow {
    const reply = this.order(TRADER, { side, qty, leverage: 10 })
    if (reply.status !== 200) throw new Error(`no lead order: ${codeOf(reply)}`)
    return this.orderOf(reply)
  }

  /** Closes a lead lot or a copy at the market, and lets it execute at a price or on these bids. */
  close(memberId: number, lot: number, percent: number, to: number | Side): Reply {
    const reply = this.sendClose(memberId, lot, percent)
    this.at += 150
    if (typeof to === 'number') this.flat(to)
    else this.bids(to)
    this.at += 2_000
    return reply
  }

  /** The same prices again, and no more is done than a price itself causes. */
  show(price: number, qty = 10_000, isGap = false): void {
    // Far behind the best price there is a second one.
    const side = (far: number) => [
      [at(price), btc(qty)] as const,
      ...(isGap ? [[at(price * far), btc(100)] as const] : []),
    ]
    const times = { instrument: 'BTCUSDT', sourceTs: this.at, recvTs: this.at, correctedTs: this.at }
    this.venueUpdate({ kind: 'depth', ...times, bids: side(0.9), asks: side(1.1), u: ++this.#shown })
  }

  /** The mark alone: a start does not know it. */
  remark(price: number): void {
    const of = { instrument: 'BTCUSDT', sourceTs: this.at, fundingRate: null, nextFundingTime: null }
    this.venueUpdate({ kind: 'mark', ...of, price: at(price) })
  }

  /** Something of a member that changes nothing of his money. */
  touch(memberId: number): void {
    this.do({ kind: 'setLeverage', ...this.by(memberId), optionId: 1, leverage: 3 })
  }

  /** A small part of the work that is left. */
  step(maxRows = 1): void {
    this.core.advance(this.ctx(), maxRows)
  }

  /** Sends a close, at the market where no price is named. */
  sendClose(memberId: number, lot: number, percent: number, closePrice: string | null = null): Reply {
    const reply = this.sendNow(memberId, lot, percent, closePrice)
    this.settle()
    return reply
  }

  /** The same, and nothing else is done. */
  sendNow(memberId: number, lot: number, percent = 100, closePrice: string | null = null): Reply {
    const role = memberId === TRADER ? 'TRADER' : 'FOLLOWER'
    return this.do({ kind: 'closeCopy', ...this.by(memberId), lot, role, closePrice, percent })
  }

  /** Shows bids, and the mark as it is. */
  bids(side: Side): void {
    this.book(side, [[side[0]![0] + 1, 10_000]])
  }

  lotsOf(memberId: number): PositionRow[] {
    return this.ask('futures.open', { siteId: SITE, memberId }).positions.map(({ row }) => row)
  }

  skips(): CopySkipRow[] {
    return this.calls.flatMap(({ rows }) => rows.copySkips)
  }

  posted(memberId: number): Minor {
    return this.money(memberId).posted
  }
}
