import type { Tx } from '../ports.ts'

/** What a site owes one member in one currency, in minor units; nothing is negative, and something is above zero. */
export interface Owed {
  readonly memberId: number
  readonly currency: string
  /** By wallet type. */
  readonly parts: Readonly<Record<string, bigint>>
}

/** What a site owes its members, in one snapshot: one entry a member and currency. */
export async function owedOf(tx: Tx, siteId: number): Promise<Owed[]> {
  const rows = await tx.query<{ member_id: string; currency: string; parts: Record<string, string> }>(
    `select member_id, currency, jsonb_object_agg(type, posted::text) as parts
     from wallet where site_id = $1 and posted > 0 group by member_id, currency order by member_id, currency`,
    [siteId],
  )
  return rows.map(({ member_id, currency, parts }) => ({
    memberId: Number(member_id),
    currency,
    parts: amountsOf(parts),
  }))
}

/** Amounts by name from their texts. */
export const amountsOf = (texts: Readonly<Record<string, string>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, BigInt(text)]))
