import { type CoinArrival, type MoneyHold, type DnwRow as Row, walletCurrency } from '@maru/contract'
import { ceilingAmount } from '../limits/ceilings.ts'
import { formatMinor } from '../money.ts'
import { query } from '../query.ts'
import type { State } from '../state.ts'
import type { EpochMs, Minor } from '../types.ts'
import { moneyConfigOf, moneyRowOf } from './config.ts'
import { UNTIL_TOLD, usedToday } from './locks.ts'
import { areExitsPaused } from './pause.ts'
import { isExit } from './sale.ts'
import { moneyOf, readPurse } from './state.ts'
import type { DnwRow, MoneyConfig } from './tables.ts'
import { wonOf } from './value.ts'
import { arrivalWire, dnwWire } from './wire.ts'

interface Asking {
  readonly siteId: number
  readonly memberId: number
  /** The wall clock. */
  readonly wall: EpochMs
}

/** A hold with the wallet that it is on; null: all of them. */
export interface WalletHold extends MoneyHold {
  readonly walletType: Row['walletType'] | null
}

/** What the API may ask of money in and out. */
export const moneyQueries = {
  /** What a site asks of requests. */
  'money.config': query(
    'site',
    (state, { siteId }: { readonly siteId: number }): MoneyConfig => moneyRowOf(state, siteId),
  ),
  /** What an amount is worth in KRW now; null: no price is known that is new enough. */
  'money.worth': query(
    'site',
    (
      state,
      { siteId, currency, amount }: { readonly siteId: number; readonly currency: string; readonly amount: Minor },
      at,
    ): Minor | null => wonOf(state, siteId, currency, amount, { at }),
  ),
  /** A member's open requests, the newest first. */
  'money.open': query('member', (state, { siteId, memberId }: Omit<Asking, 'wall'>): readonly Row[] =>
    [...(readPurse(state, siteId, memberId)?.open.values() ?? [])]
      .map(({ row }) => dnwWire(row))
      .sort((a, b) => b.id - a.id),
  ),
  /** An open request as it is kept, for the desk; null: none is open under the id. */
  'money.request': query(
    'member',
    (state, { siteId, memberId, requestId }: Omit<Asking, 'wall'> & { readonly requestId: number }): DnwRow | null =>
      readPurse(state, siteId, memberId)?.open.get(requestId)?.row ?? null,
  ),
  /** What left wallets of a member for withdrawals and sales that are not finished, each by itself. */
  'money.pendingOut': query(
    'member',
    (state, { siteId, memberId }: Omit<Asking, 'wall'>): readonly Pick<DnwRow, 'walletType' | 'point'>[] =>
      [...(readPurse(state, siteId, memberId)?.open.values() ?? [])].flatMap(({ row: { type, walletType, point } }) =>
        type === 'W' || type === 'WS' ? [{ walletType, point }] : [],
      ),
  ),
  /** What is left of the day's limits, in KRW. */
  'money.left': query('member', (state, { siteId, memberId, wall }: Asking): { readonly withdraw: Minor } => {
    const purse = readPurse(state, siteId, memberId)
    const { withdrawDayMax } = moneyConfigOf(state, siteId)
    const own = purse && ceilingAmount(purse.member, 'WITHDRAWAL', 'KRW')
    const most = own !== null && own < withdrawDayMax ? own : withdrawDayMax
    const left = most - (purse ? usedToday(purse, 'WITHDRAW', wall) : 0n)
    return { withdraw: left > 0n ? left : 0n }
  }),
  /** Coins on their way to a member that are not final yet, the newest first. */
  'money.arrivals': query('member', (state, { siteId, memberId }: Omit<Asking, 'wall'>): readonly CoinArrival[] =>
    [...moneyOf(state).arrivals.values()]
      .filter(({ row }) => row.siteId === siteId && row.memberId === memberId && row.closedAt === null)
      .map(({ row }) => arrivalWire(row))
      .sort((a, b) => b.createdAt - a.createdAt || (a.txid < b.txid ? -1 : 1)),
  ),
  /** Why money of a member cannot leave yet, each with its time where one is known. */
  'money.holds': query('member', holdsOf),
}

function holdsOf(state: State, { siteId, memberId, wall }: Asking): readonly WalletHold[] {
  const purse = readPurse(state, siteId, memberId)
  if (!purse) return []
  const whole = { walletType: null, amount: null, until: null, dnwId: null } as const
  const result: WalletHold[] = []
  if (purse.known.row.frozenAt !== null) result.push({ ...whole, cause: 'FROZEN' })
  if (areExitsPaused(state, siteId)) result.push({ ...whole, cause: 'PAUSED' })
  for (const { row } of purse.open.values()) if (isExit(row)) result.push({ ...whole, cause: 'PENDING', dnwId: row.id })
  for (const { row } of purse.holds.values())
    if (row.until > wall) result.push({ ...whole, cause: row.cause, until: row.until })
  for (const [walletType, locks] of purse.locks)
    for (const { row } of locks)
      if (row.until > wall) {
        const amount = formatMinor(row.amount, walletCurrency[walletType])
        result.push({
          cause: 'DEPOSIT',
          walletType,
          amount,
          until: row.until === UNTIL_TOLD ? null : row.until,
          dnwId: row.dnwId,
        })
      }
  return result
}
