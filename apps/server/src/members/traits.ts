import { bySystem, type MoneyConfig, type TraitKind } from '@maru/core'
import type { Deps } from '../deps.ts'
import type { Tx } from '../ports.ts'

/** Something that a member is known by: its keyed hash. */
export interface Trait {
  readonly siteId: number
  readonly memberId: number
  readonly kind: TraitKind
  readonly hash: Buffer
}

/**
 * Writes down what was seen, in the transaction of the fact itself; `tellTraits` brings it to the core. Returns whether it is another one
 * of its kind than the member was known by.
 */
export async function seeTrait(tx: Tx, { siteId, memberId, kind, hash }: Trait, now: number): Promise<boolean> {
  const [seen] = await tx.query<{ is_other: boolean }>(
    `with known as (select count(*) as traits, count(*) filter (where hash = $4) as same
                      from trait_seen where site_id = $1 and member_id = $2 and kind = $3),
          seen as (insert into trait_seen (site_id, member_id, kind, hash, seen_at) values ($1, $2, $3, $4, $5)
                   on conflict (site_id, member_id, kind, hash)
                   do update set seen_at = greatest(trait_seen.seen_at, excluded.seen_at))
     select traits > 0 and same = 0 as is_other from known`,
    [siteId, memberId, kind, hash, now],
  )
  return seen?.is_other === true
}

const dayMs = 86_400_000
/** What members have in common without being the same person is told where more than one has it: most is one member's alone. */
const shareable = `kind in ('DEVICE', 'IP')`

/** A device is told once a second member uses it. */
const isOfTwo = `(kind <> 'DEVICE' or exists (
  select 1 from trait_seen o
   where o.site_id = t.site_id and o.kind = t.kind and o.hash = t.hash and o.member_id <> t.member_id))`

/** An address of the network is told where several use it, though not so many that it is a carrier's; anew when it was seen a day later. */
const isTelling = `(told_at is null or seen_at >= told_at + ${dayMs}) and (
  select count(*) from (
    select 1 from trait_seen o
     where o.site_id = t.site_id and o.kind = t.kind and o.hash = t.hash and o.seen_at > t.seen_at - $3::bigint
     limit $4::int + 2) users) between 2 and $4::int + 1`

type Told = Pick<Deps, 'db' | 'core' | 'reads' | 'clocks' | 'log'>

/**
 * Tells the core what it does not know yet of a member, and of others what he has in common with them. It never stops its caller: what a
 * core that is away did not hear is told at the next sign-in or start.
 */
export async function tellTraits(
  { db, core, reads, clocks, log }: Told,
  siteId: number,
  memberId: number,
): Promise<void> {
  try {
    const { value: config } = await reads.ask('money.config', { siteId })
    for (const trait of await db.tenant(siteId, (tx) => untold(tx, siteId, memberId, config))) {
      const { kind, hash, memberId: of } = trait
      const hex = hash.toString('hex')
      const reply = await core.submit({ kind: 'noteTrait', ...bySystem(siteId), memberId: of, trait: kind, hash: hex })
      // A member who is not approved yet has no place in the core.
      if (reply.status < 400) await db.tenant(siteId, (tx) => setTold(tx, trait, clocks.wall()))
    }
  } catch (error) {
    log.error({ err: error, site: siteId, member: memberId }, 'traits not told yet')
  }
}

/** Tells what a stop left untold. */
export async function tellMissingTraits(deps: Told): Promise<void> {
  const rows = await deps.db.system((tx) =>
    tx.query<{ site_id: string; member_id: string }>(
      `select distinct site_id, member_id from trait_seen t where told_at is null and kind <> 'IP' and ${isOfTwo} order by 1, 2`,
    ),
  )
  for (const { site_id, member_id } of rows)
    if (deps.core.serves(Number(site_id))) await tellTraits(deps, Number(site_id), Number(member_id))
}

async function untold(
  tx: Tx,
  siteId: number,
  memberId: number,
  { sharedIpMs, sharedIpMembers }: MoneyConfig,
): Promise<Trait[]> {
  const rows = await tx.query<{ member_id: string; kind: TraitKind; hash: Buffer }>(
    `select member_id, kind, hash from trait_seen t
      where site_id = $1 and (member_id = $2 or ${shareable} and hash in (
              select hash from trait_seen m where m.site_id = $1 and m.member_id = $2 and m.${shareable}))
        and case kind when 'IP' then ${isTelling} else told_at is null and ${isOfTwo} end order by member_id, kind, hash`,
    [siteId, memberId, sharedIpMs, sharedIpMembers],
  )
  return rows.map(({ member_id, kind, hash }) => ({ siteId, memberId: Number(member_id), kind, hash }))
}

async function setTold(tx: Tx, { siteId, memberId, kind, hash }: Trait, now: number): Promise<void> {
  await tx.query(
    'update trait_seen set told_at = $5 where site_id = $1 and member_id = $2 and kind = $3 and hash = $4',
    [siteId, memberId, kind, hash, now],
  )
}

/** Deletes devices and addresses of the network that were one member's alone, and not seen since `before`, at most `limit`; returns how many. */
export async function forgetTraits(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from trait_seen where (site_id, member_id, kind, hash) in (
         select site_id, member_id, kind, hash from trait_seen
          where ${shareable} and told_at is null and seen_at < $1 limit $2)
       returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}
