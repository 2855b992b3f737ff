import type { Tx } from '../ports.ts'
import { providerOfAccount } from './accounts.ts'
import { isExpected } from './lines.ts'

/**
 * Takes over what the core posted to accounts that providers keep, since the last time, with the names by which a line may show it: the
 * references of deposits, payouts and suspense, and the providers' own; what is taken back of a payout that had failed is named as the payout
 * is. What a provider shows by no line is shown from the start: fees, which
 * stand in the line that they were taken with, what an account held before its first statement, and what moves within one account of it.
 */
export async function takeMovements(tx: Tx, siteId: number, now: number): Promise<void> {
  await tx.query(
    `with since as (
       select coalesce((select posting_id from movement_cursor where site_id = $1), 0) as id
     ), fresh as materialized (
       select *, sum(amount) over (partition by txn_id, provider, currency) as sum
       from (select p.*, ${providerOfAccount} as provider from posting p, since where p.site_id = $1 and p.id > since.id) q
     ), noted as (
       insert into movement_cursor (site_id, posting_id) select $1, max(id) from fresh having max(id) is not null
       on conflict (site_id) do update set posting_id = excluded.posting_id
     )
     insert into house_movement
       (site_id, posting_id, txn_id, provider, sub, currency, amount, reason, ref_id, names, seen_at, is_shown)
     select f.site_id, f.id, f.txn_id, f.provider, f.sub, f.currency, -f.amount, f.reason, coalesce(late.id, f.ref_id),
            array_remove(array['D' || f.ref_id, arrival.name, told.name, payout.key, payout.detail, s.reference, s.provider_ref, s.note,
                  nullif(move.reference, '')], null),
            $2, f.reason in ('PROVIDER_FEE', 'HOUSE_OPENING', 'BREAK_SETTLED') or f.sum = 0
     from fresh f
     left join lateral (select txid || ':' || output as name from coin_arrival
                        where site_id = f.site_id and dnw_id = f.ref_id limit 1) arrival on f.reason in ('DEPOSIT', 'REORG')
     left join lateral (select substr(flag, 9) as name from dnw d, jsonb_array_elements_text(d.flags) flag
                        where d.site_id = f.site_id and d.id = f.ref_id and flag like 'ARRIVED %' limit 1) told on f.reason = 'DEPOSIT'
     left join lateral (select pair_id as id from dnw where site_id = f.site_id and id = f.ref_id) late on f.reason = 'PAYOUT_LATE'
     left join lateral (select key, nullif(detail, '') as detail from payout
                        where site_id = f.site_id and dnw_id = coalesce(late.id, f.ref_id) limit 1) payout on f.reason in ('WITHDRAWAL', 'PAYOUT_LATE')
     left join suspense s on f.reason in ('SUSPENSE', 'SUSPENSE_RETURN') and s.site_id = f.site_id and s.id = f.ref_id
     left join house_move move on f.reason like 'HOUSE\\_%' and move.site_id = f.site_id and move.id = f.ref_id
     where f.provider is not null`,
    [siteId, now],
  )
}

/** A movement that no line shows yet. */
export interface Movement {
  readonly id: number
  readonly txnId: number
  readonly provider: string
  readonly sub: string
  readonly currency: string
  readonly amount: bigint
  readonly refId: number | null
  readonly names: readonly string[]
  /** What the house has booked as the provider's fee for it. */
  readonly fee: bigint
  /** It is of a deposit that the desk completed, and nobody has reported its money yet. */
  readonly isExpected: boolean
}

/** The movements of a site that no line shows yet, the oldest first. */
export async function openMovements(tx: Tx, siteId: number): Promise<Movement[]> {
  const rows = await tx.query<
    Record<string, string> & { names: string[]; ref_id: string | null; is_expected: boolean }
  >(
    `select m.posting_id, m.txn_id, m.provider, m.sub, m.currency, m.amount, m.ref_id, m.names, ${isExpected('m')} as is_expected,
            coalesce((select -sum(f.amount) from house_movement f
                      where f.site_id = m.site_id and f.ref_id = m.ref_id and f.reason = 'PROVIDER_FEE'), 0) as fee
     from house_movement m where m.site_id = $1 and not m.is_shown order by m.posting_id`,
    [siteId],
  )
  return rows.map(({ posting_id, txn_id, provider, sub, currency, amount, ref_id, names, fee, is_expected }) => ({
    id: Number(posting_id),
    txnId: Number(txn_id),
    provider: String(provider),
    sub: String(sub),
    currency: String(currency),
    amount: BigInt(amount ?? 0),
    refId: ref_id === null ? null : Number(ref_id),
    names,
    fee: BigInt(fee ?? 0),
    isExpected: is_expected,
  }))
}
