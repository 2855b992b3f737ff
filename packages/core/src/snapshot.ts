import { leafHash, toHex } from '@maru/evidence'
import { futuresOf } from './futures/state.ts'
import { daysOf, overseaOf } from './oversea/state.ts'
import { kstDay } from './rounds/calendar.ts'
import { roundsOf } from './rounds/state.ts'
import type { State } from './state.ts'
import { isRecent } from './trading/depth.ts'
import { tradingOf } from './trading/instruments.ts'
import type { CoreSnapshot, EpochMs } from './types.ts'

/** All that `restore` needs, as the database would give it at `now` (−∞: before the first call on a new installation). */
export function snapshotOf(state: State, now: EpochMs): CoreSnapshot {
  const today = Number.isFinite(now) ? kstDay(now) : ''
  const rounds = [...roundsOf(state).rounds.values()].filter((round) => round.row.settledAt === null)
  const accounts = [...state.accounts.values()]
  return {
    sites: [...state.sites.values()],
    options: [...roundsOf(state).options.values()].map((option) => option.row),
    wallets: state.ledger.wallets(),
    house: state.ledger.house(),
    rounds: rounds.map((round) => round.row),
    bets: rounds.flatMap((round) => round.bets.map((bet) => bet.row).filter((bet) => bet.status === 0)),
    ...tradingRows(state, now),
    limits: accounts.flatMap((account) => account.limits.map((limit) => limit.row)),
    members: accounts.map((account) => account.row),
    recentResults: accounts.flatMap((account) =>
      (account.results?.all(now) ?? []).map((result) => ({
        siteId: account.row.siteId,
        memberId: account.row.memberId,
        ...result,
      })),
    ),
    houseToday: [...roundsOf(state).sites.values()]
      .filter((site) => site.pnlToday !== 0n && site.day === today)
      .map((site) => ({ siteId: site.config.siteId, dayKst: site.day, pnl: site.pnlToday })),
    lastBatchAt: Number.isFinite(now) ? now : null,
  }
}

/** The open rows of the trading books. */
function tradingRows(state: State, now: EpochMs) {
  const futures = futuresOf(state)
  const oversea = overseaOf(state)
  const { fixing } = daysOf(state)
  const books = [futures, oversea]
  const traders = books.flatMap((book) => [...book.traders.values()])
  return {
    futuresOptions: [...futures.markets.values()].map((market) => market.row),
    futuresSettings: traders.flatMap((trader) => [...trader.settings.values()].map((setting) => setting.row)),
    orders: books.flatMap((book) => [...book.orders.values()].map((order) => order.row)),
    positions: books.flatMap((book) => [...book.positions.values()].map((position) => position.row)),
    recentFills: traders.flatMap((trader) => trader.recentFills.filter((fill) => isRecent(fill.at, now))),
    fundings: [...tradingOf(state).instruments.values()].flatMap((instrument) => instrument.funding ?? []),
    overseaOptions: [...oversea.markets.values()].map((contract) => contract.row),
    fixings: fixing ? [fixing] : [],
  }
}

/**
 * SHA-256 over every kept row and every sum that is derived from them, in a fixed order: a restored core has the same. What a
 * restart forgets by design (ticks, feed states, replies, when a stake that became void was taken) is no part of it.
 */
export function hashOf(state: State, now: EpochMs): string {
  const { lastBatchAt: _, ...rows } = snapshotOf(state, now)
  const tables = Object.entries(rows).map(([table, list]) => [table, list.map(text).sort()])
  const sites = [...roundsOf(state).sites.values()].map((site) => `${site.config.siteId}:${site.exposure}`).sort()
  const rounds = [...roundsOf(state).rounds.values()]
    .filter((round) => round.row.settledAt === null)
    .map((round) => {
      const exposure = round.row.decidedAt === null ? round.exposure.value() : round.lossLeft
      const leaves = round.leaves ? toHex(round.leaves.root()) : ''
      const stakes = [...round.stakes]
        .map(([member, { side, count, point }]) => `${member}:${side}:${count}:${point}`)
        .sort()
      return `${round.row.id}:${exposure}:${leaves}:${round.waiting.length - round.nextWaiting}:${stakes.join()}`
    })
    .sort()
  const open = [...state.accounts.values()]
    .flatMap((account) =>
      [...account.openStakes].filter(([, sum]) => sum !== 0n).map(([c, sum]) => `${account.row.memberId}:${c}:${sum}`),
    )
    .sort()
  const held = [...futuresOf(state).traders.values(), ...overseaOf(state).traders.values()]
    .flatMap((trader) =>
      [...trader.orderMargin].map(([id, { amount }]) => `${trader.account.row.memberId}:${id}:${amount}`),
    )
    .sort()
  return toHex(leafHash([tables, sites, rounds, open, held]))
}

/** Object keys in one order, so that rows from memory and from the database give the same text. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => {
    if (typeof inner === 'bigint') return `${inner}n`
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
