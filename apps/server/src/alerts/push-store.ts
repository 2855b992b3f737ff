import { createHash } from 'node:crypto'
import { mostPushDevices } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey } from '../secrets.ts'
import { pushService } from './push-address.ts'

/** What a browser gave to be reached by. */
export interface PushTarget {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface Subscriber {
  readonly siteId: number
  readonly memberId: number
  readonly sessionId: number
}

const whereOf = (siteId: number, id: number) => `push_subscription.sealed:${siteId}:${id}`
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest()

/** A sign-in that its member or staff ended reaches its device no more; one that only lay idle does. */
const isReached = `exists (select 1 from login_session s where s.site_id = p.site_id and s.id = p.session_id
                                 and (s.ended_at is null or s.end_reason = 'EXPIRED'))`

/** Devices of members, sealed: whoever knows an address can write to the device. */
export class PushStore {
  readonly #box: SealedBox

  constructor(tokenSecret: string) {
    this.#box = new SealedBox(derivedKey(tokenSecret, 'push-subscription'))
  }

  /** Keeps a device; one that was another member's is this one's from now on. The longest known beyond the most are forgotten. */
  async keep(tx: Tx, of: Subscriber, target: PushTarget, id: number, now: number): Promise<void> {
    const { siteId, memberId, sessionId } = of
    await tx.query('delete from push_subscription where site_id = $1 and endpoint_hash = $2', [
      siteId,
      hashOf(target.endpoint),
    ])
    await tx.query(
      `insert into push_subscription (site_id, id, member_id, session_id, endpoint_hash, sealed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (site_id, endpoint_hash) do nothing`,
      [
        siteId,
        id,
        memberId,
        sessionId,
        hashOf(target.endpoint),
        this.#box.close(JSON.stringify(target), whereOf(siteId, id)),
        now,
      ],
    )
    await tx.query(
      `delete from push_subscription where site_id = $1 and id in (
         select id from push_subscription where site_id = $1 and member_id = $2 order by created_at desc, id desc offset ${mostPushDevices})`,
      [siteId, memberId],
    )
  }

  /** Forgets a device of a member. */
  async forget(tx: Tx, { siteId, memberId }: Pick<Subscriber, 'siteId' | 'memberId'>, endpoint: string): Promise<void> {
    await tx.query('delete from push_subscription where site_id = $1 and member_id = $2 and endpoint_hash = $3', [
      siteId,
      memberId,
      hashOf(endpoint),
    ])
  }

  async count(tx: Tx, siteId: number, memberId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from push_subscription p where site_id = $1 and member_id = $2 and ${isReached}`,
      [siteId, memberId],
    )
    return row?.count ?? 0
  }

  /** The devices of a member, and whose service each uses. */
  async devicesOf(
    tx: Tx,
    siteId: number,
    memberId: number,
  ): Promise<{ readonly id: number; readonly service: string }[]> {
    const rows = await tx.query<{ id: string; sealed: Buffer }>(
      `select id, sealed from push_subscription p where site_id = $1 and member_id = $2 and ${isReached} order by id`,
      [siteId, memberId],
    )
    return rows.map((row) => ({ id: Number(row.id), service: pushService(new URL(this.#open(siteId, row).endpoint)) }))
  }

  /** How a device is reached; null: it is forgotten, or its sign-in has ended. */
  async targetOf(tx: Tx, siteId: number, id: number): Promise<PushTarget | null> {
    const [row] = await tx.query<{ id: string; sealed: Buffer }>(
      `select id, sealed from push_subscription p where site_id = $1 and id = $2 and ${isReached}`,
      [siteId, id],
    )
    return row === undefined ? null : this.#open(siteId, row)
  }

  /** Nobody is there any more. */
  async drop(tx: Tx, siteId: number, id: number): Promise<void> {
    await tx.query('delete from push_subscription where site_id = $1 and id = $2', [siteId, id])
  }

  #open(siteId: number, { id, sealed }: { readonly id: string; readonly sealed: Buffer }): PushTarget {
    return JSON.parse(this.#box.open(sealed, whereOf(siteId, Number(id))))
  }
}
