import type { OverseaOption, SiteConfig } from '../../src/index.ts'
import type { OrderLives } from '../orders.ts'
import type { Releases } from '../releases.ts'
import type { Stops } from '../stops.ts'
import type { Traders } from '../traders.ts'
import type { Fixings } from './auditor-days.ts'
import type { AuditedMarket, AuditedMember, AuditedPosition } from './margin-accounts.ts'

/** What the auditor of overseas futures knows: each of its parts looks at the others through it. */
export interface OverseaRecord {
  readonly sites: ReadonlyMap<number, SiteConfig>
  readonly releases: Releases
  readonly stops: Stops
  readonly markets: Map<string, AuditedMarket>
  readonly traders: Traders<OverseaOption, AuditedPosition>
  readonly members: ReadonlyMap<number, AuditedMember>
  readonly lives: OrderLives<AuditedMember>
  readonly fixings: Fixings
  readonly money: { nightOf(position: AuditedPosition, rate: number): bigint }
  readonly counts: { fills: number; makers: number; nights: number; cuts: number }
  /** Members whose loss cut the call that is looked at began. */
  readonly cutNow: Set<number>
  isEnding(instrument: string): boolean
  isFailing(member: AuditedMember): boolean
  mostOf(option: OverseaOption): number
}
