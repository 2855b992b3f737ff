import type {
  FillRow,
  FuturesOption,
  FuturesOrderInput,
  OrderRow,
  PostingRow,
  Rows,
  SiteConfig,
} from '../../src/index.ts'
import type { OrderLives } from '../orders.ts'
import type { Releases } from '../releases.ts'
import type { Stops } from '../stops.ts'
import type { Traders } from '../traders.ts'
import type { AuditedMarket, AuditedMember, AuditedPosition } from './margin-accounts.ts'

/** What an order says of its lot and setting. */
export type Wish = Pick<FuturesOrderInput, 'lot' | 'leverage'>

/** Who knows how copies fill. */
export interface Copied {
  /** A copy's fill as an order on the order book that it is to execute on would be; what it opens is looked at. */
  asOrder(fill: FillRow, rows: Rows, record: FuturesRecord, at: number): CopiedOrder
  /** Looks at a share that a posting moves, before it is booked. */
  checkShare(posting: PostingRow, record: FuturesRecord): void
  /** All of a call is booked: what members set aside is what it is now. */
  counted(rows: Rows, record: FuturesRecord): void
}

export interface CopiedOrder {
  readonly row: OrderRow
  readonly market: AuditedMarket
}

/** What the auditor of perpetuals knows: each of its parts looks at the others through it. */
export interface FuturesRecord {
  readonly sites: ReadonlyMap<number, SiteConfig>
  /** Members that belong together. */
  readonly groups: readonly (readonly number[])[]
  readonly releases: Releases
  readonly stops: Stops
  readonly markets: Map<string, AuditedMarket>
  readonly traders: Traders<FuturesOption, AuditedPosition, AuditedMember>
  readonly members: ReadonlyMap<number, AuditedMember>
  readonly lives: OrderLives<AuditedMember>
  readonly counts: { fills: number; makers: number; liquidations: number }
  /** What is known of copies, which fill without an order; null: nobody copies. */
  readonly copies: Copied | null
  leverageOf(member: AuditedMember, option: FuturesOption, wish: Wish): number
}
