import type { Tx } from '../ports.ts'
import type { LineKey } from './lines.ts'

/** What is to be settled: a line, a movement that no line shows, or both, which belong together. */
export interface BreakKey {
  readonly provider: string
  readonly currency: string
  readonly line: Pick<LineKey, 'kind' | 'providerRef'> | null
  readonly postingId: number | null
}
interface Side {
  /** As the provider sees it: what comes to the house is above zero. Minor units. */
  readonly amount: bigint
  readonly fee: bigint
}
/** What a statement and the ledger do not agree on. */
export interface StatementBreak {
  readonly line: (Side & { readonly kind: LineKey['kind']; readonly isGone: boolean }) | null
  readonly movement: (Side & { readonly reason: string; readonly refId: number | null }) | null
  /** What the statement has above the ledger. */
  readonly gap: bigint
  /** The account of the house of the movement; null: the ledger has none. */
  readonly sub: string | null
}

const net = (side: Side | null): bigint => (side === null ? 0n : side.amount - side.fee)

/**
 * A break of a site that two persons may settle; null: there is none. A line or a movement alone has to be late, have another fee, or be gone:
 * what may still match is left to match. Together they may be settled as soon as both are open.
 */
export async function findBreak(tx: Tx, siteId: number, key: BreakKey): Promise<StatementBreak | null> {
  const line = key.line === null ? null : await lineOf(tx, siteId, key)
  const movement = key.postingId === null ? null : await movementOf(tx, siteId, key)
  if ((key.line !== null && line === null) || (key.postingId !== null && movement === null)) return null
  if (line !== null && movement !== null) {
    if (!line.isOpen) return null
    return { line: shownLine(line), movement, gap: net(line) - net(movement), sub: movement.sub }
  }
  if (movement !== null)
    return movement.isLate ? { line: null, movement, gap: -net(movement), sub: movement.sub } : null
  if (line === null || !(line.isGone || line.hasOtherFee || (line.isOpen && line.isLate))) return null
  const booked = line.isOpen
    ? null
    : { amount: line.booked, fee: line.fee - line.feeGap, reason: line.reason, refId: null }
  const stated = line.isGone ? null : line
  return { line: shownLine(line), movement: booked, gap: net(stated) - net(booked), sub: line.sub }
}

const shownLine = ({ kind, amount, fee, isGone }: FoundLine) => ({ kind, amount, fee, isGone })

interface FoundLine extends Side {
  readonly kind: LineKey['kind']
  readonly feeGap: bigint
  readonly isOpen: boolean
  readonly isLate: boolean
  readonly isGone: boolean
  readonly hasOtherFee: boolean
  /** What the ledger has of a line that shows something. */
  readonly booked: bigint
  readonly reason: string
  readonly sub: string | null
}

async function lineOf(tx: Tx, siteId: number, { provider, currency, line }: BreakKey): Promise<FoundLine | null> {
  const [row] = await tx.query<{
    kind: LineKey['kind']
    amount: string
    fee: string
    fee_gap: string
    txn_id: string | null
    is_late: boolean
    is_gone: boolean
    booked: string | null
    reason: string | null
    sub: string | null
  }>(
    `select l.kind, l.amount, l.fee, l.fee_gap, l.txn_id, l.is_late, l.gone_at is not null as is_gone, m.booked, m.reason, m.sub
     from statement_line l
     left join lateral (
       select sum(amount) as booked, min(reason) as reason, min(sub) as sub from house_movement m
       where l.txn_id > 0 and m.site_id = l.site_id and m.txn_id = l.txn_id and m.provider = l.provider
         and m.currency = l.currency and m.reason <> 'PROVIDER_FEE') m on true
     where l.site_id = $1 and l.provider = $2 and l.currency = $3 and l.kind = $4 and l.provider_ref = $5 for update of l`,
    [siteId, provider, currency, line?.kind, line?.providerRef],
  )
  if (row === undefined) return null
  const feeGap = BigInt(row.fee_gap)
  const isShown = Number(row.txn_id ?? 0) > 0
  return {
    kind: row.kind,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    feeGap,
    isOpen: row.txn_id === null && !row.is_gone,
    isLate: row.is_late,
    isGone: row.is_gone && isShown,
    hasOtherFee: feeGap !== 0n && !row.is_gone,
    // Of a line that another one undoes nothing but its fee is booked.
    booked: BigInt(row.booked ?? row.amount),
    reason: row.reason ?? '',
    sub: row.sub,
  }
}

async function movementOf(tx: Tx, siteId: number, { provider, currency, postingId }: BreakKey) {
  const [row] = await tx.query<{
    amount: string
    fee: string
    reason: string
    ref_id: string | null
    sub: string
    is_late: boolean
  }>(
    `select amount, reason, ref_id, sub, is_late,
            coalesce((select -sum(f.amount) from house_movement f
                      where f.site_id = m.site_id and f.ref_id = m.ref_id and f.reason = 'PROVIDER_FEE'), 0) as fee
     from house_movement m
     where site_id = $1 and provider = $2 and currency = $3 and posting_id = $4 and not is_shown for update`,
    [siteId, provider, currency, postingId],
  )
  if (row === undefined) return null
  const { reason, sub } = row
  return {
    ...{ reason, sub, isLate: row.is_late },
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    refId: row.ref_id === null ? null : Number(row.ref_id),
  }
}
