import { type Cell, cell } from '../effects.ts'
import { DAY_MS, kstDay, kstMidnight } from '../kst.ts'
import type { Wallet } from '../ledger.ts'
import { change, type State, type Turn } from '../state.ts'
import type { EpochMs, Minor } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { locksOn, type Purse } from './state.ts'
import type { DayKind, DepositLockRow, HoldCause, MemberHoldRow, MoneyDayRow } from './tables.ts'

/** What a deposit brought may not leave before `until`. */
export function lock(
  state: State,
  purse: Purse,
  wallet: Wallet,
  of: Pick<DepositLockRow, 'dnwId' | 'amount' | 'until'>,
  turn: Turn,
): void {
  if (of.until <= turn.wall || of.amount === 0n) return
  const { siteId, memberId, type } = wallet.row
  const added = cell({ siteId, id: turn.nextId(), memberId, walletType: type, closedAt: null, ...of })
  turn.effects.put('depositLocks', added)
  keepLock(state, purse, wallet, added)
}

/** Keeps a lock until its time is over: a new one, or one of the database. */
export function keepLock(state: State, purse: Purse, wallet: Wallet, kept: Cell<DepositLockRow>): void {
  const locks = locksOn(purse, wallet)
  locks.push(kept)
  endLater(state, locks, kept)
}

/** Later than any time: until somebody says when. */
export const UNTIL_TOLD: EpochMs = 8_640_000_000_000_000

/** Locks on what a deposit brought that wait to be told end at `until`, wherever it went. */
export function endLocks(state: State, purse: Purse, dnwId: number, until: EpochMs, turn: Turn): void {
  for (const locks of purse.locks.values())
    for (const kept of [...locks]) {
      if (kept.row.dnwId !== dnwId || kept.row.until !== UNTIL_TOLD) continue
      change(turn.effects, 'depositLocks', kept, { until })
      if (until <= turn.wall) close(locks, kept, turn)
      else endLater(state, locks, kept)
    }
}

function endLater(state: State, locks: Cell<DepositLockRow>[], kept: Cell<DepositLockRow>): void {
  if (kept.row.until !== UNTIL_TOLD) state.dueWall.push(kept.row.until, (_state, turn) => close(locks, kept, turn))
}

function close(locks: Cell<DepositLockRow>[], kept: Cell<DepositLockRow>, turn: Turn): void {
  if (kept.row.closedAt !== null) return
  locks.splice(locks.indexOf(kept), 1)
  change(turn.effects, 'depositLocks', kept, { closedAt: turn.wall })
}

/**
 * Locks follow what leaves a wallet for another one of the same owner: free money goes first, and what of locked money went is locked
 * there at the amount that it became. `left` has left `from` already, and `arrived` is what came to `to`.
 */
export function moveLocks(
  state: State,
  purse: Purse,
  {
    from,
    to,
    left,
    arrived,
  }: { readonly from: Wallet; readonly to: Wallet; readonly left: Minor; readonly arrived: Minor },
  turn: Turn,
): void {
  const locks = purse.locks.get(from.row.type)?.filter(({ row }) => row.until > turn.wall) ?? []
  const locked = locks.reduce((sum, { row }) => sum + row.amount, 0n)
  const free = availableOf(from)
  let over = locked - (free > 0n ? free : 0n)
  if (over > left) over = left
  // The lock that lasts longest goes last: what stays is the more bound part.
  for (const one of locks.sort((a, b) => a.row.until - b.row.until || a.row.id - b.row.id)) {
    if (over <= 0n) return
    const part = one.row.amount < over ? one.row.amount : over
    over -= part
    const { dnwId, until } = one.row
    change(turn.effects, 'depositLocks', one, { amount: one.row.amount - part })
    if (one.row.amount === 0n) close(locksOn(purse, from), one, turn)
    // Rounded up: what is locked never becomes less by moving.
    lock(state, purse, to, { dnwId, until, amount: (part * arrived + left - 1n) / left }, turn)
  }
}

/** Nothing of a member leaves before `until`; a hold of the same cause is only ever made longer. */
export function hold(state: State, purse: Purse, cause: HoldCause, until: EpochMs, turn: Turn): void {
  if (until <= turn.wall) return
  const known = purse.holds.get(cause)
  if (known && known.row.until >= until) return
  const { siteId, memberId } = purse.member.row
  const kept = known ?? cell<MemberHoldRow>({ siteId, id: turn.nextId(), memberId, cause, until, closedAt: null })
  if (known) change(turn.effects, 'memberHolds', known, { until })
  else turn.effects.put('memberHolds', kept)
  keepHold(state, purse, kept)
}

/** Keeps a hold until its time is over: a new one, or one of the database. */
export function keepHold(state: State, purse: Purse, kept: Cell<MemberHoldRow>): void {
  const { cause, until } = kept.row
  purse.holds.set(cause, kept)
  state.dueWall.push(until, (_state, turn) => {
    // A later end has a task of its own.
    if (kept.row.until !== until || kept.row.closedAt !== null) return
    purse.holds.delete(cause)
    change(turn.effects, 'memberHolds', kept, { closedAt: turn.wall })
  })
}

/** The hold that lasts longest; null: none stands. */
export function heldUntil({ holds }: Purse, wall: EpochMs): MemberHoldRow | null {
  let longest: MemberHoldRow | null = null
  for (const { row } of holds.values()) if (row.until > wall && row.until > (longest?.until ?? 0)) longest = row
  return longest
}

/** What counts of today (KST, wall clock) against a limit of a day, in KRW. */
export function usedToday({ days }: Purse, kind: DayKind, wall: EpochMs): Minor {
  const day = days.get(kind)
  return day && day.row.until > wall ? day.row.sum : 0n
}

/**
 * Counts against a limit of the day of `at`; a negative sum restores. A day that is over is left as it was. After a start on a wall clock
 * that was set back the newest day goes on, so that none begins twice and what was used stays used, unless it is taken back.
 */
export function countToday(
  state: State,
  purse: Purse,
  { kind, at, sum }: { readonly kind: DayKind; readonly at: EpochMs; readonly sum: Minor },
  turn: Turn,
): void {
  const day = kstDay(turn.wall)
  const known = purse.days.get(kind)
  const isNewer = known !== undefined && known.row.day > day
  if (kstDay(at) !== (isNewer && sum < 0n ? known.row.day : day)) return
  if (known && known.row.day >= day) {
    const left = known.row.sum + sum
    change(turn.effects, 'moneyDays', known, { sum: left > 0n ? left : 0n })
    return
  }
  const { siteId, memberId } = purse.member.row
  const until = kstMidnight(turn.wall) + DAY_MS
  const added = cell<MoneyDayRow>({ siteId, memberId, day, kind, sum: sum > 0n ? sum : 0n, until, closedAt: null })
  turn.effects.put('moneyDays', added)
  if (known && known.row.closedAt === null) change(turn.effects, 'moneyDays', known, { closedAt: turn.wall })
  keepDay(state, purse, added)
}

/** Keeps a day, a new one or one of the database, for a day longer than it lasts: a wall clock that is set back finds it as it stood. */
export function keepDay(state: State, purse: Purse, kept: Cell<MoneyDayRow>): void {
  purse.days.set(kept.row.kind, kept)
  state.dueWall.push(kept.row.until + DAY_MS, (_state, turn) => {
    if (kept.row.closedAt !== null) return
    if (purse.days.get(kept.row.kind) === kept) purse.days.delete(kept.row.kind)
    change(turn.effects, 'moneyDays', kept, { closedAt: turn.wall })
  })
}
