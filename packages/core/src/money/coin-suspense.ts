import { walletCurrency } from '@maru/contract'
import { storedCell } from '../effects.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { debit } from './debit.ts'
import { keepSettled, moneyOf, purseOf } from './state.ts'
import { forgetSuspense } from './suspense.ts'
import { suspend } from './suspense-rows.ts'
import type { ArrivalRow, SuspenseCause, SuspenseRow } from './tables.ts'
import type { ToldFact } from './types.ts'

type Settled = Extract<ToldFact, { kind: 'coin' }>['settled'][number]

/** What the statement of their provider calls coins. */
const lineOf = ({ txid, output }: ArrivalRow): string => `${txid}:${output}`

/** Books an amount of the coins as nobody's yet. */
export function suspendCoins(
  state: State,
  provider: string,
  row: ArrivalRow,
  { amount, cause }: { readonly amount: Minor; readonly cause: SuspenseCause },
  turn: Turn,
): void {
  const { siteId, memberId, coin, network, txid } = row
  const come = {
    siteId,
    cause,
    provider,
    providerRef: txid,
    reference: lineOf(row),
    payer: '',
    memberId,
    requestId: null,
  }
  const house = { houseAccount: 'COIN_HOT', houseSub: network } as const
  suspend(state, { ...come, currency: walletCurrency[coin], amount, ...house }, turn)
}

/** Takes at least `sum` of the coins out of suspense, each row whole, the newest first; returns what is still to be taken: less than 0 where more was. */
export function forgetSuspended(state: State, row: ArrivalRow, sum: Minor, turn: Turn): Minor {
  let left = sum
  for (const kept of [...moneyOf(state).suspenses.values()].reverse()) {
    if (left <= 0n) break
    if (!isOf(row, kept.row)) continue
    forgetSuspense(state, kept, turn)
    left -= kept.row.amount
  }
  return left
}

/**
 * The same with coins that the desk has dealt with: from whom they were given to they are taken back as far as they are there, and
 * what was sent back is the house's loss.
 */
export function forgetSettled(
  state: State,
  row: ArrivalRow,
  { sum, settled }: { readonly sum: Minor; readonly settled: readonly Settled[] },
  turn: Turn,
): Minor {
  let left = sum
  for (const { kept, deposit } of settledOf(state, row, settled)) {
    if (left <= 0n) break
    const { siteId, id, currency, amount, houseAccount, houseSub } = kept.row
    const purse = deposit && purseOf(state, siteId, deposit.memberId)
    if (deposit && purse)
      debit(
        state,
        purse,
        { walletType: deposit.walletType, point: amount, houseAccount, houseSub, code: 'REORG' },
        turn,
      )
    else {
      const legs = [
        { siteId, account: houseAccount, sub: houseSub, currency, amount },
        { siteId, account: 'BAD_DEBT', currency, amount: -amount },
      ] as const
      state.ledger.move(legs, 'REORG', id, turn, turn.effects)
    }
    change(turn.effects, 'suspenses', kept, { state: 'REORGED' })
    keepSettled(state, { kept, deposit }, turn)
    left -= amount
  }
  return left
}

/** What of the coins the desk has dealt with, the newest first: as it is known here, else as the database says. */
function settledOf(state: State, row: ArrivalRow, told: readonly Settled[]) {
  const known = [...moneyOf(state).settled.values()].filter(({ kept }) => isOf(row, kept.row))
  const others = told
    .filter((one) => isOf(row, one.row) && known.every(({ kept }) => kept.row.id !== one.row.id))
    .map((one) => ({ kept: storedCell(one.row), deposit: one.deposit }))
  return [...known, ...others]
    .filter(({ kept }) => kept.row.state === 'ASSIGNED' || kept.row.state === 'RETURNED')
    .sort((a, b) => b.kept.row.id - a.kept.row.id)
}

const isOf = (row: ArrivalRow, { siteId, houseAccount, houseSub, reference }: SuspenseRow): boolean =>
  siteId === row.siteId && houseAccount === 'COIN_HOT' && houseSub === row.network && reference === lineOf(row)
