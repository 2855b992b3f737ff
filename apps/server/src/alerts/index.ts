import { alertEndpoints, mostPriceAlerts, moveTenths } from '@maru/contract'
import type { Instrument } from '@maru/market'
import { parseUnits } from '@maru/positions'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { publicReach, type Reach, Refused, route } from '../http/index.ts'
import type { Courier, Messages } from '../outgoing/index.ts'
import { AlertEngine } from './engine.ts'
import { noticeCourier } from './notice-courier.ts'
import { isReached } from './price-watch.ts'
import { pushEndpoint } from './push-address.ts'
import { pushCourier } from './push-courier.ts'
import { checkPushTarget, pushKeys } from './push-keys.ts'
import { PushStore } from './push-store.ts'
import { alertStocks, listedStock } from './stocks.ts'
import {
  type AlertRow,
  addAlert,
  alertsOf,
  alertWire,
  deleteAlert,
  lockMember,
  mailOf,
  setSetting,
  settingOf,
  turnAlert,
} from './store.ts'
import { Teller } from './teller.ts'

/** A price alert lies within so many times of the price. */
const farthest = 10

/** What members are told of: prices, liquidation, rounds, orders, money and economic releases; on open pages, on devices and by mail (rules G). */
export async function registerAlerts(
  app: FastifyInstance,
  deps: Deps,
  messages: Messages,
  reach: Reach = publicReach,
): Promise<{ readonly courier: Courier; readonly notices: Courier }> {
  const { db, market, clocks, ids, config } = deps
  const push = new PushStore(config.tokenSecret)
  const keys = await pushKeys(db, config, clocks.wall())
  const parts = { messages, push, siteOf: (siteId: number) => app.sites.byId(siteId) }
  const teller = new Teller(deps, parts)
  const engine = new AlertEngine(deps, teller)

  route(app, deps, alertEndpoints.alerts, async ({ site, member: { memberId } }) => {
    const stocks = await alertStocks(deps, site)
    return db.tenant(site.id, async (tx) => ({
      alerts: (await alertsOf(tx, site.id, memberId)).map(alertWire),
      setting: await settingOf(tx, site.id, memberId),
      hasMail: (await mailOf(tx, site.id, memberId)) !== null,
      devices: await push.count(tx, site.id, memberId),
      publicKey: keys.publicKey,
      stocks,
    }))
  })

  /** Refuses a price that is reached already: an alert tells of what comes. */
  function refuseReached(symbol: string, direction: 'ABOVE' | 'BELOW', price: number): number {
    const { last } = market.state(symbol)
    if (last === null) throw new Refused('ALERT_NO_PRICE')
    if (isReached({ direction, price }, last)) throw new Refused('ALERT_REACHED', { last: market.format(symbol, last) })
    return last
  }

  /** The price or the move of a new alert, as it is kept. */
  function waitFor(
    { direction, price = '', move }: z.output<typeof alertEndpoints.alertAdd.body>,
    { symbol, precision, tickUnits }: Instrument,
  ): Pick<AlertRow, 'direction' | 'price' | 'move'> {
    if (move !== undefined) {
      const tenths = parseUnits(move.percent, 1)
      const { min, max } = moveTenths
      if (tenths === null || tenths < min || tenths > max)
        throw new Refused('ALERT_MOVE_INVALID', { min: min / 10, max: max / 10 })
      if (market.state(symbol).last === null) throw new Refused('ALERT_NO_PRICE')
      const percent = (Number(tenths) / 10).toFixed(1)
      return { direction: 'MOVE', price: null, move: { percent, minutes: move.minutes } }
    }
    const units = parseUnits(price, precision)
    if (direction === 'MOVE' || units === null || units % BigInt(tickUnits) !== 0n)
      throw new Refused('PRICE_TICK_INVALID', { tick: market.format(symbol, tickUnits) })
    const wanted = Number(units)
    const last = refuseReached(symbol, direction, wanted)
    if (wanted > last * farthest || wanted * farthest < last)
      throw new Refused('ALERT_PRICE_FAR', { last: market.format(symbol, last) })
    return { direction, price: market.format(symbol, wanted), move: null }
  }

  route(app, deps, alertEndpoints.alertAdd, async ({ body, site, member: { memberId } }) => {
    const { stock, isRepeated = false } = body
    const listed = await listedStock(deps, site, stock)
    const instrument = listed === null ? undefined : market.instruments.get(listed.instrument)
    if (listed === null || instrument === undefined) throw new Refused('STOCK_NOT_FOUND')
    const waitsFor = waitFor(body, instrument)
    const now = clocks.wall()
    const row: AlertRow = {
      siteId: site.id,
      memberId,
      id: ids.next(),
      stock,
      koName: listed.koName,
      instrument: instrument.symbol,
      ...waitsFor,
      isRepeated,
      isOn: true,
      isArmed: true,
      armedAt: now,
      rungAt: null,
      createdAt: now,
    }
    await db.tenant(site.id, async (tx) => {
      await lockMember(tx, site.id, memberId)
      if ((await alertsOf(tx, site.id, memberId)).length >= mostPriceAlerts)
        throw new Refused('ALERT_LIMIT', { max: mostPriceAlerts })
      if (!(await addAlert(tx, row))) throw new Refused('ALERT_EXISTS')
    })
    engine.watch(row)
    return alertWire(row)
  })

  route(app, deps, alertEndpoints.alertDelete, async ({ params: { id }, site, member: { memberId } }) => {
    if (!(await db.tenant(site.id, (tx) => deleteAlert(tx, site.id, memberId, id))))
      throw new Refused('ALERT_NOT_FOUND')
    engine.forget(site.id, id)
    return { id }
  })

  route(app, deps, alertEndpoints.alertTurn, async ({ params: { id }, body: { isOn }, site, member: { memberId } }) => {
    const row = await db.tenant(site.id, async (tx) => {
      await lockMember(tx, site.id, memberId)
      const all = await alertsOf(tx, site.id, memberId)
      const found = all.find((one) => one.id === id)
      if (found === undefined) throw new Refused('ALERT_NOT_FOUND')
      if (found.isOn === isOn) return found
      if (isOn) refuseAgain(found, all)
      return turnAlert(tx, found, isOn, clocks.wall())
    })
    if (row === null) throw new Refused('ALERT_NOT_FOUND')
    engine.watch(row)
    return alertWire(row)
  })

  function refuseAgain(found: AlertRow, all: readonly AlertRow[]): void {
    const { stock, instrument, direction, price, move } = found
    if (direction !== 'MOVE') {
      const units = parseUnits(price ?? '', market.instruments.get(instrument)?.precision ?? 0)
      if (units === null) throw new Refused('ALERT_NO_PRICE')
      refuseReached(instrument, direction, Number(units))
    }
    const isSame = (one: AlertRow) =>
      one.stock === stock &&
      one.direction === direction &&
      one.price === price &&
      one.move?.percent === move?.percent &&
      one.move?.minutes === move?.minutes
    if (all.some((one) => one.isOn && isSame(one))) throw new Refused('ALERT_EXISTS')
  }

  route(app, deps, alertEndpoints.alertSetting, async ({ body, site, member: { memberId } }) => {
    const { channels, quiet = null, earlyRatio = null, releases = null } = body
    const setting = { channels, quiet, earlyRatio, releases }
    await db.tenant(site.id, (tx) => setSetting(tx, site.id, memberId, setting, clocks.wall()))
    engine.choose(site.id, memberId, setting)
    return setting
  })

  route(app, deps, alertEndpoints.pushSubscribe, async ({ body, site, member }) => {
    const endpoint = (await pushEndpoint(body.endpoint, reach, deps.config.pushServices)).href
    const target = { endpoint, keys: body.keys }
    if (!checkPushTarget(target)) throw new Refused('PUSH_KEYS_INVALID')
    const { memberId, sessionId } = member
    return db.tenant(site.id, async (tx) => {
      await push.keep(tx, { siteId: site.id, memberId, sessionId }, target, ids.next(), clocks.wall())
      return { devices: await push.count(tx, site.id, memberId) }
    })
  })

  route(app, deps, alertEndpoints.pushUnsubscribe, ({ body, site, member: { memberId } }) =>
    db.tenant(site.id, async (tx) => {
      const url = URL.canParse(body.endpoint) ? new URL(body.endpoint).href : body.endpoint
      await push.forget(tx, { siteId: site.id, memberId }, url)
      return { devices: await push.count(tx, site.id, memberId) }
    }),
  )

  if (config.roles.has('jobs')) {
    app.addHook('onReady', () => engine.start())
    app.addHook('onClose', async () => {
      await engine.stop()
      await teller.stop()
    })
  }
  return {
    notices: noticeCourier(deps, parts),
    courier: pushCourier({
      db,
      messages,
      store: push,
      keys,
      reach,
      services: deps.config.pushServices,
      now: clocks.wall,
    }),
  }
}
