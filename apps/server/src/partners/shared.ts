import type { SharedTrait } from '@maru/contract'
import type { Tx } from '../ports.ts'

interface Raw {
  kind: SharedTrait['kind']
  hash: string
  members: string[]
}

/** What more than one of a partner's sign-ups, or one of them and his own account, is known by: what most have first. */
export async function sharedTraits(
  tx: Tx,
  siteId: number,
  partner: { readonly id: number; readonly memberId: number },
): Promise<SharedTrait[]> {
  const rows = await tx.query<Raw>(
    `select t.kind, encode(t.hash, 'hex') as hash, array_agg(m.id order by m.id) as members
       from trait_seen t join member m on m.site_id = t.site_id and m.id = t.member_id
      where t.site_id = $1 and (m.partner_id = $2 or m.id = $3)
      group by t.kind, t.hash having count(*) > 1 order by count(*) desc, t.kind, t.hash limit 100`,
    [siteId, partner.id, partner.memberId],
  )
  return rows.map(({ kind, hash, members }) => ({
    kind,
    hash,
    count: members.length,
    memberIds: members.slice(0, 20).map(Number),
    isOwn: members.map(Number).includes(partner.memberId),
  }))
}
