import type { BetRow, RoundOption, RoundRow } from '../src/index.ts'
import type { MarketRecord } from './auditor-market.ts'
import type { RoundMoney } from './auditor-money.ts'
import type { Protection } from './auditor-protection.ts'
import type { Ceilings } from './ceilings.ts'
import type { Stops } from './stops.ts'
import type { UndoLog } from './undo.ts'
import type { World } from './world.ts'

/** What overseas futures do with the wallets that stakes come from. */
export interface Beside {
  /** Held back by positions and orders. */
  held(memberId: number): bigint
  /** What open positions would lose. */
  openLoss(memberId: number): bigint
}

/** What the auditor keeps of a bet: its own sums, not the core's. */
export interface AuditedBet {
  readonly row: BetRow
  readonly status: 0 | 1 | 2 | 3
  readonly profit: bigint
}

/** Why a bet must be refused by rules A and J, and which of these the auditor cannot be sure of. */
export interface Expectation {
  readonly reasons: readonly string[]
  readonly doubtful: ReadonlySet<string>
}

/** What the auditor of rounds knows: each of its parts looks at the others through it. */
export interface RoundRecord {
  readonly undo: UndoLog
  readonly market: MarketRecord
  readonly options: ReadonlyMap<number, RoundOption>
  readonly protection: Protection
  readonly ceilings: Ceilings
  readonly stops: Stops
  readonly money: RoundMoney
  readonly bets: { readonly byId: ReadonlyMap<number, AuditedBet>; of(roundId: number): BetRow[] }
  readonly rounds: { readonly byId: ReadonlyMap<number, RoundRow> }
  readonly world: World
  readonly beside: Beside
}
