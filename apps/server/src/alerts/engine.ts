import type { AlertKind, AlertSetting } from '@maru/contract'
import { shippedSite } from '@maru/core'
import { parseUnits } from '@maru/positions'
import type { Deps } from '../deps.ts'
import { readSiteGroup } from '../journal/index.ts'
import type { PublishedEvent } from '../ports.ts'
import { allNumbers } from '../sites/index.ts'
import { catchUp, noteSeen } from './catch-up.ts'
import { EarlyWatch } from './early.ts'
import { type Moved, MoveWatch, type WatchedMove } from './move-watch.ts'
import { PriceWatch, type Rest, type Watched } from './price-watch.ts'
import { ReleaseWatch } from './release-watch.ts'
import { firstSetting, hears } from './settings.ts'
import { type AlertRow, alertOf, alertsOn, allSettings, ring, setArmed, tenthsOf } from './store.ts'
import { type Told, toldBy } from './subjects.ts'
import type { Alert, Teller } from './teller.ts'

const armEveryMs = 1_000
const seenEveryMs = 10_000

type EngineDeps = Pick<Deps, 'db' | 'reads' | 'bus' | 'core' | 'market' | 'clocks' | 'log' | 'config'>

/**
 * Looks at prices and at what happened to members, beside the core: a price that nobody waits for costs two comparisons, and an event
 * whose member wants to hear of no such thing costs one look into a map.
 */
export class AlertEngine {
  readonly #deps: EngineDeps
  readonly #teller: Teller
  readonly #watch = new PriceWatch()
  readonly #moves = new MoveWatch()
  /** The rows of what is watched. */
  readonly #rows = new Map<string, AlertRow>()
  readonly #settings = new Map<string, AlertSetting>()
  readonly #early: EarlyWatch
  readonly #releases: ReleaseWatch
  readonly #endings: (() => void)[] = []

  constructor(deps: EngineDeps, teller: Teller) {
    this.#deps = deps
    this.#teller = teller
    this.#early = new EarlyWatch(deps, teller)
    this.#releases = new ReleaseWatch(deps, teller)
  }

  /** Reads what members wait for, then looks on. */
  async start(): Promise<void> {
    const { db, bus, config } = this.#deps
    this.#endings.push(
      bus.subscribe('market', ({ instrument, what }) => {
        if (what !== 'depth') this.#price(instrument)
      }),
      bus.subscribe('event', (event) => {
        if (event.to === 'member') this.#event(event)
      }),
    )
    const { alerts, settings } = await db.system(async (tx) => {
      const group = await readSiteGroup(tx, config.siteGroup)
      return { alerts: await alertsOn(tx, group), settings: await allSettings(tx, group) }
    }, 'long')
    for (const { siteId, memberId, setting } of settings) this.choose(siteId, memberId, setting)
    for (const row of alerts) this.watch(row)
    const timer = setInterval(() => void this.#arm(), armEveryMs)
    timer.unref()
    this.#endings.push(() => clearInterval(timer))
    for (const symbol of this.#deps.market.instruments.keys()) this.#price(symbol)
    this.#early.start()
    this.#releases.start()
    const missed = await catchUp(this.#deps)
    for (const { siteId, memberId, ...told } of missed) this.#offer(siteId, memberId, told)
    const seen = setInterval(() => void this.#noteSeen(), seenEveryMs)
    seen.unref()
    this.#endings.push(() => clearInterval(seen))
  }

  async stop(): Promise<void> {
    for (const end of this.#endings.splice(0)) end()
    await this.#early.stop()
    await this.#releases.stop()
  }

  /** What happened up to now is told: a start goes on from here. */
  async #noteSeen(): Promise<void> {
    const at = this.#deps.clocks.wall()
    await this.#teller.idle()
    await noteSeen(this.#deps, at).catch((error: Error) =>
      this.#deps.log.warn({ err: error }, 'how far alerts are told was not noted and will be'),
    )
  }

  /** Watches an alert that is on, no longer one that is off. */
  watch(row: AlertRow): void {
    const price = priceOf(row, this.#deps.market)
    const move = moveOf(row)
    this.forget(row.siteId, row.id)
    if (!row.isOn || !this.#deps.core.serves(row.siteId)) return
    if (price !== null) this.#watch.add(price)
    else if (move !== null) this.#moves.add(move)
    else return
    this.#rows.set(keyOf(row.siteId, row.id), row)
    this.#price(row.instrument)
  }

  /** An alert is no more. */
  forget(siteId: number, id: number): void {
    this.#watch.remove({ siteId, id })
    this.#moves.remove({ siteId, id })
    this.#rows.delete(keyOf(siteId, id))
  }

  /** How a member wants to hear from now on. */
  choose(siteId: number, memberId: number, setting: AlertSetting): void {
    this.#settings.set(keyOf(siteId, memberId), setting)
    const isServed = this.#deps.core.serves(siteId)
    this.#early.choose(siteId, memberId, isServed ? setting.earlyRatio : null)
    this.#releases.choose(siteId, memberId, isServed && hears(setting, 'ECONOMIC') ? setting.releases : null)
  }

  #hears(siteId: number, memberId: number, kind: AlertKind): boolean {
    return hears(this.#settings.get(keyOf(siteId, memberId)) ?? firstSetting, kind)
  }

  /** The newest price of an instrument, where it is one: a stale feed and a closed session ring nothing. */
  #livePrice(symbol: string): number | null {
    const { last, feed, isRest } = this.#deps.market.state(symbol)
    return feed === 'live' && !isRest ? last : null
  }

  #price(symbol: string): void {
    const now = this.#deps.clocks.wall()
    const price = this.#livePrice(symbol)
    if (price === null) {
      if (this.#deps.market.state(symbol).isRest) this.#moves.closed(symbol)
      else this.#moves.silent(symbol, now)
      return
    }
    for (const watched of this.#watch.reach(symbol, price)) this.#ring(watched, null)
    for (const moved of this.#moves.price(symbol, price, now)) this.#ring(moved.watched, moved)
  }

  /** It was taken from the watch; a repeated one comes back, resting, once it is told. */
  #ring({ siteId, id }: Pick<Watched, 'siteId' | 'id'>, moved: Moved | null): void {
    const key = keyOf(siteId, id)
    const row = this.#rows.get(key)
    const what = row && whatOf(row, moved)
    if (row === undefined || what == null) return
    this.#rows.delete(key)
    const { memberId, koName, stock } = row
    let rung: AlertRow | null = null
    this.#teller.offer({
      siteId,
      memberId,
      subject: { kind: 'PRICE', koName, stock, what },
      // Each time it was armed it rings once.
      key: `price:${id}:${row.rungAt ?? 0}`,
      claim: async (tx, now) => {
        rung = await ring(tx, siteId, id, now)
        return rung !== null
      },
      afterwards: () => {
        if (rung === null) void this.#reread(siteId, id)
        else if (rung.isOn) this.watch(rung)
      },
    })
  }

  /** Its row says something else than was thought here, as where another process rang it: what the row says counts. */
  async #reread(siteId: number, id: number): Promise<void> {
    try {
      const row = await this.#deps.db.system((tx) => alertOf(tx, siteId, id))
      if (row !== null) this.watch(row)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'a price alert was not read again and waits for the next start')
    }
  }

  #event(event: Extract<PublishedEvent, { to: 'member' }>): void {
    const { siteId, memberId } = event
    const told = toldBy(event)
    if (told !== null) this.#offer(siteId, memberId, told)
  }

  #offer(siteId: number, memberId: number, told: Told): void {
    if (this.#hears(siteId, memberId, told.subject.kind)) this.#teller.offer({ siteId, memberId, ...told })
  }

  /** How long repeated alerts rest at each site; null: that cannot be read now. */
  async #numbers(): Promise<ReadonlyMap<number, Rest> | null> {
    try {
      return await this.#deps.db.system(allNumbers)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'how long alerts rest was not read: they are armed later')
      return null
    }
  }

  /** Those that rang and rested ring again once the price was back. */
  async #arm(): Promise<void> {
    if (!this.#watch.isResting && !this.#moves.isResting) return
    const now = this.#deps.clocks.wall()
    const numbers = await this.#numbers()
    if (numbers === null) return
    const restOf = (siteId: number) => numbers.get(siteId) ?? shippedSite
    const prices = this.#watch.arm((symbol) => this.#livePrice(symbol), restOf, now)
    const moves = this.#moves.arm(restOf, now)
    if (prices.length + moves.length === 0) return
    // A move counts from the price of this moment on.
    for (const instrument of new Set(moves.map((move) => move.instrument))) this.#price(instrument)
    const bySite = Map.groupBy([...prices, ...moves], ({ siteId }) => siteId)
    try {
      await this.#deps.db.system(async (tx) => {
        for (const [siteId, some] of bySite) {
          const ids = some.map(({ id }) => id)
          await setArmed(tx, siteId, ids, now)
        }
      })
    } catch (error) {
      this.#deps.log.error({ err: error }, 'price alerts were not armed again and will be')
      for (const watched of prices) this.#watch.add({ ...watched, isArmed: false })
      for (const move of moves) this.#moves.add({ ...move, isArmed: false })
    }
  }
}

function priceOf(
  { siteId, id, instrument, direction, price, isRepeated, isArmed, rungAt }: AlertRow,
  market: EngineDeps['market'],
): Watched | null {
  const precision = market.instruments.get(instrument)?.precision
  const units = precision === undefined || price === null ? null : parseUnits(price, precision)
  if (units === null || direction === 'MOVE') return null
  return { siteId, id, instrument, direction, price: Number(units), isRepeated, isArmed, rungAt }
}

const moveOf = ({ siteId, id, instrument, move, isArmed, armedAt, rungAt }: AlertRow): WatchedMove | null =>
  move && { siteId, id, instrument, minutes: move.minutes, tenths: tenthsOf(move.percent), isArmed, armedAt, rungAt }

function whatOf(
  { direction, price, move }: AlertRow,
  moved: Moved | null,
): Extract<Alert['subject'], { kind: 'PRICE' }>['what'] | null {
  if (moved !== null && move !== null) {
    const { isUp, tenths } = moved
    return { direction: isUp ? 'UP' : 'DOWN', percent: (tenths / 10).toFixed(1), minutes: move.minutes }
  }
  return price === null || direction === 'MOVE' ? null : { direction, price }
}

const keyOf = (siteId: number, id: number) => `${siteId}:${id}`
