import { contractGuards } from '../guards/index.ts'
import { invariant } from '../invariant.ts'
import { formatMinor } from '../money.ts'
import type { State, Turn } from '../state.ts'
import { dropGuards, setGuard, setWarned, wake } from '../trading/guards.ts'
import { isOpen, isTraded } from '../trading/prices.ts'
import { countHolder, isStale } from '../trading/recount.ts'
import { claimedOf, collateralOf } from '../wallet.ts'
import { announcePosition } from './announce.ts'
import { cutLosses } from './losscut.ts'
import { crossOf, isAtOrBelow, marginAccountOf, positionsOf } from './margin-account.ts'
import { losscutPpmOf } from './spared.ts'
import type { Holder, Position } from './state.ts'

/**
 * Call it after whatever changed a holder's wallet, positions or what his orders hold: sets what his wallet reserves and guards his
 * account anew. It judges nobody: where the account is beyond its guards already, the next last price wakes it, the one that holds
 * now included.
 */
export function revalue(state: State, holder: Holder, turn: Turn): void {
  if (isStale(holder)) {
    countHolder(state, holder, turn)
    return
  }
  invariant(
    collateralOf(holder.wallet) >= 0n,
    'the overseas losses of a member reached his stakes',
    holder.wallet.row.memberId,
  )
  state.ledger.setReserved(holder.wallet, claimedOf(holder.wallet), turn.effects)
  if (holder.positions.size > 0) guard(positionsOf(holder), turn)
}

/**
 * What a guard that fired asks for: the account is computed exactly at the last prices, then cut, warned, armed again or given new
 * guards. A stock that rests counts at its last price; while a feed is stale nobody is judged.
 */
export function judge(state: State, position: Position, turn: Turn): void {
  const { holder } = position
  const asleep = positionsOf(holder).find(({ market }) => isAsleep(market, turn))
  const account = marginAccountOf(holder)
  if (asleep || account === null) {
    for (const one of positionsOf(holder)) dropGuards(one)
    wake(asleep ?? position, 'last')
    return
  }
  if (isAtOrBelow(account, losscutPpmOf(holder))) cutLosses(state, holder, turn)
  else tell(holder, turn)
  revalue(state, holder, turn)
}

/** Its price is not known, or the feed is dead while the stock is open. */
const isAsleep = ({ instrument }: Position['market'], { at }: Turn): boolean =>
  instrument.last === null || (isOpen(instrument, at) && !isTraded(instrument, at))

/** Warns of an account, or arms its warning again. */
function tell(holder: Holder, turn: Turn): void {
  const positions = positionsOf(holder)
  const account = marginAccountOf(holder)!
  const isWarned = positions.some(({ row }) => row.isWarned)
  const { overseaWarnPpm, overseaCalmPpm } = holder.site.row
  if (isWarned && !isAtOrBelow(account, overseaCalmPpm)) setWarned(positions, false, turn)
  if (isWarned || !isAtOrBelow(account, overseaWarnPpm)) return
  setWarned(positions, true, turn)
  const { equity, warnAt, losscut } = crossOf(holder)
  const said = { equity: won(equity), warnAt: won(warnAt), losscut: won(losscut) }
  for (const position of positions) announcePosition(position, 'POSITION_WARN', turn, null, said)
}

/** Guards an account until its equity may leave the zone in which nothing happens; beyond it, the next price wakes it. */
function guard(positions: readonly Position[], turn: Turn): void {
  const { holder } = positions[0]!
  const account = marginAccountOf(holder)
  const { overseaWarnPpm: warn, overseaCalmPpm: calm } = holder.site.row
  const cut = losscutPpmOf(holder)
  const isWarned = positions.some(({ row }) => row.isWarned)
  if (isWarned) setWarned(positions, true, turn) // what joins a warned account is warned with it
  const isBeyond =
    account === null || isAtOrBelow(account, isWarned ? cut : warn) || (isWarned && !isAtOrBelow(account, calm))
  if (isBeyond) {
    for (const position of positions) if (position.guards.wake === null) dropGuards(position)
    for (const waker of wakersOf(positions, turn)) if (waker.guards.wake === null) wake(waker, 'last')
    return
  }
  const zone = isWarned ? { above: cut, upTo: calm } : { above: warn, upTo: null }
  const prices = contractGuards(account, zone)
  for (const [index, position] of positions.entries()) {
    setGuard(position, 'wake', null)
    setGuard(position, 'rises', prices[index]!.rises)
    setGuard(position, 'falls', prices[index]!.falls)
  }
}

/** The positions whose next price has the account judged: one that trades; else all, for nobody knows which will first. */
function wakersOf(positions: readonly Position[], turn: Turn): readonly Position[] {
  const traded = positions.find(({ market }) => isTraded(market.instrument, turn.at))
  return traded ? [traded] : positions
}

/** A stock rests, or opens without prices: who waits for its next one is guarded by what he has elsewhere. */
export function guardAnew(state: State, position: Position, turn: Turn): void {
  if (position.guards.wake === null) return
  for (const one of positionsOf(position.holder)) dropGuards(one)
  revalue(state, position.holder, turn)
}

const won = (amount: bigint): string => formatMinor(amount, 'KRW')
