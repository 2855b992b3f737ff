import type { WalletType } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import type { Leg } from '../ledger.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Account } from '../tables/house.ts'
import type { Minor } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { walletOf } from './deposit.ts'
import { addLeg } from './rows.ts'
import type { Purse } from './state.ts'
import type { DnwRow } from './tables.ts'
import { wonOf } from './value.ts'

/** What a member owes, though he does not agree to it. */
interface Debit {
  readonly walletType: WalletType
  readonly point: Minor
  /** What of it is the house's fee for a withdrawal. */
  readonly fee?: Minor
  /** The request that it is about. */
  readonly pairId?: number
  /** Who gets it: the house account that is short of it. */
  readonly houseAccount: Account
  readonly houseSub: string
  /** What its postings say. */
  readonly code: 'REORG' | 'PAYOUT_LATE' | 'DEDUCTION' | 'P2P_LATE'
  /** What its row says, where that is more. */
  readonly note?: string
}

/**
 * Takes what is there of an amount, and no more than what is available; the rest is the house's loss and freezes what leaves. It never
 * throws and never liquidates.
 */
export function debit(
  state: State,
  purse: Purse,
  { walletType, point, fee = 0n, pairId, code, note = code, ...house }: Debit,
  turn: Turn,
): DnwRow {
  const wallet = walletOf(state, purse, walletType, turn)
  const { siteId, currency } = wallet.row
  const available = availableOf(wallet)
  const free = available > 0n ? available : 0n
  const taken = point < free ? point : free
  const id = turn.nextId()
  const legs: Leg[] = [
    { siteId, account: house.houseAccount, sub: house.houseSub, currency, amount: point - fee },
    ...(fee > 0n ? [{ siteId, account: 'FEE_WITHDRAW' as const, currency, amount: fee }] : []),
    ...(taken > 0n ? [{ wallet, amount: -taken }] : []),
    ...(point > taken ? [{ siteId, account: 'BAD_DEBT' as const, currency, amount: taken - point }] : []),
  ]
  const txnId = state.ledger.move(legs, code, id, turn, turn.effects)
  if (point > taken) freeze(purse, 'BAD_DEBT', turn)
  if (taken > 0n) announceWallet(wallet, turn.effects)
  const won = wonOf(state, siteId, currency, point, turn) ?? 0n
  const parts = { id, walletType, currency, point, fee, won, txnId, reason: note, pairId: pairId ?? null, ...house }
  return addLeg(purse, { ...parts, type: 'PM' }, turn)
}

/** Nothing of a member leaves until two persons let it go on. */
export function freeze(purse: Purse, why: string, turn: Turn): void {
  if (purse.known.row.frozenAt === null)
    change(turn.effects, 'memberMoney', purse.known, { frozenAt: turn.wall, frozenWhy: why })
}
