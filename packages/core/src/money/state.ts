import type { WalletType } from '@maru/contract'
import type { Claimant } from '../claims.ts'
import { type Cell, cell } from '../effects.ts'
import type { Wallet } from '../ledger.ts'
import type { Member } from '../member.ts'
import { newPart } from '../part.ts'
import { memberOf, type State, type Turn } from '../state.ts'
import type {
  ArrivalRow,
  CorrectionRow,
  DayKind,
  DepositLockRow,
  DnwRow,
  ExpectedDepositRow,
  HoldCause,
  MemberHoldRow,
  MemberMoneyRow,
  MoneyConfig,
  MoneyDayRow,
  MoneyFactRow,
  PaidAccountRow,
  PayoutBarRow,
  PayoutRow,
  SuspenseRow,
} from './tables.ts'

/** A member as far as his money comes and leaves. */
export interface Purse {
  readonly member: Member
  readonly known: Cell<MemberMoneyRow>
  /** Requests that are not closed, by id. */
  readonly open: Map<number, Cell<DnwRow>>
  /** Deposits that may not leave yet, by wallet. */
  readonly locks: Map<WalletType, Cell<DepositLockRow>[]>
  readonly holds: Map<HoldCause, Cell<MemberHoldRow>>
  /** Of the withdrawal that a provider pays. */
  payout: Cell<PayoutRow> | null
  /** By account: where money left to before. */
  readonly paid: Map<number, PaidAccountRow>
  /** What counts against limits of a day. */
  readonly days: Map<DayKind, Cell<MoneyDayRow>>
}

/** Money that was in suspense, and the deposit that it became; null: it was sent back. */
interface Settled {
  readonly kept: Cell<SuspenseRow>
  readonly deposit: DnwRow | null
}

interface Money {
  readonly configs: Map<number, Cell<MoneyConfig>>
  /** Open requests of all members, by id. */
  readonly requests: Map<number, Cell<DnwRow>>
  readonly purses: Map<number, Purse>
  /** Payouts that are not closed, and for a while those that are, by id. */
  readonly payouts: Map<number, Cell<PayoutRow>>
  /** By posting: each is taken back once. */
  readonly corrections: Map<number, CorrectionRow>
  /** Providers that pay nothing since a restored backup, by what names them. */
  readonly payoutBars: Map<string, Cell<PayoutBarRow>>
  readonly suspenses: Map<number, Cell<SuspenseRow>>
  /** Money in suspense that waits for the approval of its request, by request. */
  readonly arrived: Map<number, Cell<SuspenseRow>>
  /** Facts reported lately, by what names them, the oldest first. */
  readonly facts: Map<string, Cell<MoneyFactRow>>
  /** Deposits whose money no provider has reported yet, by request. */
  readonly expected: Map<number, Cell<ExpectedDepositRow>>
  /** Coins that were in suspense and that the desk dealt with lately, by suspense. */
  readonly settled: Map<number, Settled>
  /** Coins that wait for blocks, and for a while those that are done, by what names them. */
  readonly arrivals: Map<string, Cell<ArrivalRow>>
}

const money = newPart<Money>(() => ({
  configs: new Map(),
  requests: new Map(),
  purses: new Map(),
  payouts: new Map(),
  corrections: new Map(),
  payoutBars: new Map(),
  suspenses: new Map(),
  arrived: new Map(),
  facts: new Map(),
  expected: new Map(),
  settled: new Map(),
  arrivals: new Map(),
}))

export const moneyOf = (state: State): Money => state.parts.of(money)

/** So long what is closed stays known: longer than it takes until everybody reads it from the database. */
export const KNOWN_AFTER_MS = 600_000

/** Keeps coins known that the desk dealt with, until everybody reads them from the database. */
export function keepSettled(state: State, one: Settled, turn: Turn): void {
  const { settled } = moneyOf(state)
  settled.set(one.kept.row.id, one)
  state.dueWall.push(turn.wall + KNOWN_AFTER_MS, () => {
    if (settled.get(one.kept.row.id) === one) settled.delete(one.kept.row.id)
  })
}

/** A member's purse, kept from now on; null where the site has no such member. */
export function purseOf(state: State, siteId: number, memberId: number): Purse | null {
  const { purses } = moneyOf(state)
  const known = purses.get(memberId)
  if (known) return known.member.row.siteId === siteId ? known : null
  const purse = readPurse(state, siteId, memberId)
  if (purse) purses.set(memberId, purse)
  return purse
}

/** The same for reads, which change nothing: of a member who did nothing yet nothing is kept. */
export function readPurse(state: State, siteId: number, memberId: number): Purse | null {
  const known = moneyOf(state).purses.get(memberId)
  if (known) return known.member.row.siteId === siteId ? known : null
  const member = memberOf(state, siteId, memberId)
  if (!member) return null
  return {
    member,
    known: cell({ siteId, memberId, firstDepositAt: null, frozenAt: null, frozenWhy: null, untradedSince: null }),
    open: new Map(),
    locks: new Map(),
    holds: new Map(),
    payout: null,
    paid: new Map(),
    days: new Map(),
  }
}

/** The locks on a member's wallet; they are a claim on it from their first on. */
export function locksOn(purse: Purse, wallet: Wallet): Cell<DepositLockRow>[] {
  const known = purse.locks.get(wallet.row.type)
  if (known) return known
  const locks: Cell<DepositLockRow>[] = []
  purse.locks.set(wallet.row.type, locks)
  wallet.claimants.push(lockClaim(locks))
  return locks
}

const nothingOpen = { result: 0n, funding: 0n, isKnown: true }

/** Locks bar money from leaving and take nothing of what it may be traded with. */
const lockClaim = (locks: readonly Cell<DepositLockRow>[]): Claimant => ({
  fenced: () => 0n,
  cross: () => 0n,
  openResult: () => nothingOpen,
  isLive: () => true,
  locks: () => locks.map(({ row }) => row),
  isStale: () => false,
  countAnew: () => {},
  onWallet: () => {},
})
