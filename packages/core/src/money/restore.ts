import { walletCurrency } from '@maru/contract'
import { storedCell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import type { State } from '../state.ts'
import type { CoreSnapshot, Moment } from '../types.ts'
import { arrivalName } from './arrival-name.ts'
import { bonusRows, restoreBonus } from './bonus/restore.ts'
import { expireLater } from './deposit.ts'
import { isRecentFact, keepFact } from './known-facts.ts'
import { keepDay, keepHold, keepLock } from './locks.ts'
import { p2pRows, restoreP2p } from './p2p/restore.ts'
import { barName } from './payout-bars.ts'
import { keepPayout } from './payouts.ts'
import { keep } from './rows.ts'
import { moneyOf, type Purse, purseOf } from './state.ts'
import { keepSuspense } from './suspense-rows.ts'
import { followTrades } from './untraded.ts'

/** Reads back what is open, what bars money from leaving, and what counts of today. */
export function restoreMoney(state: State, snapshot: CoreSnapshot): void {
  for (const row of snapshot.moneyConfigs) moneyOf(state).configs.set(row.siteId, storedCell(row))
  for (const row of snapshot.memberMoney) Object.assign(restored(state, row).known, storedCell(row))
  for (const row of snapshot.memberMoney) followTrades(restored(state, row))
  for (const row of snapshot.paidAccounts) restored(state, row).paid.set(row.accountId, row)
  for (const row of snapshot.dnw) {
    const purse = restored(state, row)
    const request = storedCell(row)
    keep(state, purse, request)
    if (row.type === 'D') expireLater(state, purse, request)
  }
  for (const row of snapshot.depositLocks) {
    const wallet = state.ledger.wallet(row.memberId, row.walletType, walletCurrency[row.walletType])
    invariant(wallet !== null, `the lock ${row.id} is on no wallet`)
    keepLock(state, restored(state, row), wallet, storedCell(row))
  }
  for (const row of snapshot.payouts) keepPayout(state, restored(state, row), storedCell(row))
  for (const row of snapshot.corrections) moneyOf(state).corrections.set(row.postingId, row)
  for (const row of snapshot.payoutBars) moneyOf(state).payoutBars.set(barName(row), storedCell(row))
  for (const row of snapshot.suspenses) keepSuspense(state, storedCell(row))
  for (const row of snapshot.recentFacts.toSorted((a, b) => a.at - b.at))
    if (isRecentFact(row, snapshot.lastBatchAt ?? 0)) keepFact(state, storedCell(row))
  for (const row of snapshot.expectedDeposits) moneyOf(state).expected.set(row.id, storedCell(row))
  for (const row of snapshot.arrivals) moneyOf(state).arrivals.set(arrivalName(row), storedCell(row))
  restoreP2p(state, snapshot)
  for (const row of snapshot.memberHolds) keepHold(state, restored(state, row), storedCell(row))
  for (const row of snapshot.moneyDays) keepDay(state, restored(state, row), storedCell(row))
  restoreBonus(state, snapshot)
}

function restored(state: State, { siteId, memberId }: { readonly siteId: number; readonly memberId: number }): Purse {
  const purse = purseOf(state, siteId, memberId)
  invariant(purse !== null, `member ${memberId} of money is not known`)
  return purse
}

/** The rows that a start reads. */
export function moneyRows(state: State, { at: now }: Moment) {
  const { configs, requests, purses, payouts, corrections, payoutBars, suspenses, arrivals, facts, expected } =
    moneyOf(state)
  const all = [...purses.values()]
  return {
    ...bonusRows(state),
    ...p2pRows(state),
    moneyConfigs: [...configs.values()].map(({ row }) => row),
    payouts: [...payouts.values()].flatMap(({ row }) => (row.closedAt === null ? [row] : [])),
    corrections: [...corrections.values()],
    payoutBars: [...payoutBars.values()].map(({ row }) => row),
    suspenses: [...suspenses.values()].map(({ row }) => row),
    recentFacts: [...facts.values()].flatMap(({ row }) => (isRecentFact(row, now) ? [row] : [])),
    expectedDeposits: [...expected.values()].map(({ row }) => row),
    arrivals: [...arrivals.values()].flatMap(({ row }) => (row.closedAt === null ? [row] : [])),
    dnw: [...requests.values()].map(({ row }) => row),
    depositLocks: all.flatMap(({ locks }) => [...locks.values()].flatMap((list) => list.map(({ row }) => row))),
    memberHolds: all.flatMap(({ holds }) => [...holds.values()].map(({ row }) => row)),
    moneyDays: all.flatMap(({ days }) => [...days.values()].map(({ row }) => row)),
    paidAccounts: all.flatMap(({ paid }) => [...paid.values()]),
    memberMoney: all.flatMap(({ known }) => (known.told === null ? [] : [known.row])),
  }
}
