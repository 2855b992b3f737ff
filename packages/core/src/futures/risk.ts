import { crossMargin, liquidationPrice } from '@maru/positions'
import { guardLoss } from '../copies/loss.ts'
import { type GuardPrices, marginGuards, marginHealth } from '../guards/index.ts'
import type { State, Turn } from '../state.ts'
import { dropGuards, setGuard, setWarned, wake } from '../trading/guards.ts'
import { countHolder, isStale } from '../trading/recount.ts'
import type { Minor, PriceUnits } from '../types.ts'
import { claimedOf, collateralOf } from '../wallet.ts'
import { announcePosition } from './announce.ts'
import { crossPositions, marginAccount, ratioOf } from './margin-account.ts'
import type { Holder, Position } from './state.ts'
import { noteChanged } from './trials.ts'

/** The ratio in ppm from which on a member is liquidated. */
export const LIQUIDATION_PPM = 1_000_000

/** What is judged together: one isolated position, or all CROSS positions of a holder. */
export const groupOf = (position: Position): Position[] =>
  position.row.marginType === 'CROSS' ? crossPositions(position.holder) : [position]

/** The margin that stands behind a group. */
export const marginOf = (group: readonly Position[]): Minor =>
  group[0]!.row.marginType === 'CROSS' ? collateralOf(group[0]!.holder.wallet) : group[0]!.row.margin

/**
 * Call it after whatever changed a holder's wallet, positions or what his orders hold: sets what his wallet reserves, guards his
 * positions anew and tells him of liquidation prices that moved. It judges nobody: where a group is beyond its guards already, the
 * next price of the instrument wakes it, the one that holds now included.
 */
export function revalue(state: State, holder: Holder, turn: Turn): void {
  noteChanged(state, holder)
  if (isStale(holder)) {
    countHolder(state, holder, turn)
    return
  }
  state.ledger.setReserved(holder.wallet, claimedOf(holder.wallet), turn.effects)
  for (const position of holder.positions.values()) {
    if (position.row.marginType !== 'ISOLATED' || isGuarded(position)) continue
    guard([position], turn)
    position.guarded = { row: position.row, option: position.market.row }
    tellLiquidPrice(position, turn)
    guardLoss(state, position)
  }
  const cross = crossPositions(holder)
  if (cross.length === 0) return
  guard(cross, turn)
  for (const position of cross) tellLiquidPrice(position, turn)
}

/** An isolated position changes its guards with its row, or with the option. */
const isGuarded = ({ guarded, row, market }: Position): boolean => guarded?.row === row && guarded.option === market.row

/** Guards a group until its ratio may leave the zone in which nothing happens; beyond it, the next price wakes it. */
function guard(group: readonly Position[], turn: Turn): void {
  const unmarked = group.find(({ market }) => market.instrument.mark === null)
  if (unmarked) {
    for (const position of group) dropGuards(position)
    wake(unmarked, 'mark')
    return
  }
  const account = marginAccount(marginOf(group), group)!
  const isWarned = group.some(({ row }) => row.isWarned)
  if (isWarned) setWarned(group, true, turn) // what joins a warned account is warned with it
  const ratio = ratioOf(account)
  const { futuresWarnPpm: warn, futuresCalmPpm: calm } = group[0]!.holder.site.row
  if (isWarned ? ratio < calm || ratio >= LIQUIDATION_PPM : ratio >= warn) {
    for (const position of group) if (position.guards.wake === null) dropGuards(position)
    if (group.every(({ guards }) => guards.wake === null)) wake(group[0]!, 'mark')
    // While it waits for a book to be closed on, its marks may bring it back.
    if (ratio >= LIQUIDATION_PPM) setGuards(group, marginGuards(account, { from: LIQUIDATION_PPM, below: null }))
    return
  }
  for (const position of group) setGuard(position, 'wake', null)
  const zone = isWarned ? { from: calm, below: LIQUIDATION_PPM } : { from: null, below: warn }
  setGuards(group, marginGuards(account, zone))
}

function setGuards(group: readonly Position[], prices: readonly GuardPrices[]): void {
  for (const [index, position] of group.entries()) {
    setGuard(position, 'rises', prices[index]!.rises)
    setGuard(position, 'falls', prices[index]!.falls)
  }
}

/** The margin that a CROSS position has to itself while the other marks stand still; null while one is not known. */
function marginBehind(position: Position, cross: readonly Position[]): Minor | null {
  const others = marginAccount(
    0n,
    cross.filter((other) => other !== position),
  )
  if (others === null) return null
  const { equity, maintenance } = marginHealth(others)
  return crossMargin(collateralOf(position.holder.wallet), equity, maintenance)
}

/** The mark that liquidates a position while those of the others of its account stand where they are now; null: none does. */
export function liquidPriceOf(position: Position): PriceUnits | null {
  const { row, market, holder } = position
  const margin = row.marginType === 'ISOLATED' ? row.margin : marginBehind(position, crossPositions(holder))
  return margin === null ? null : liquidationPrice(margin, row, market.row.brackets, market.scale)
}

function tellLiquidPrice(position: Position, turn: Turn): void {
  const price = liquidPriceOf(position)
  const { liquidPrice: told } = position
  if (price === told) return
  position.liquidPrice = price
  if (told !== undefined) announcePosition(position, 'POSITION_UPDATE_LIQUIDPRICE', turn)
}
