import type { Alarm, AlarmAddress, AlarmKind } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey } from '../secrets.ts'

/** An alarm without the name of who took it. */
export type OpenAlarm = Omit<Alarm, 'takenByName'>

interface StoredAlarm {
  readonly id: string
  readonly kind: AlarmKind
  readonly subject: string
  readonly raised_at: string
  readonly taken_by: string | null
  readonly taken_at: string | null
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

const alarmOf = (row: StoredAlarm): OpenAlarm => ({
  id: Number(row.id),
  kind: row.kind,
  subject: row.subject,
  raisedAt: Number(row.raised_at),
  takenBy: numberOf(row.taken_by),
  takenAt: numberOf(row.taken_at),
})

/** The alarms of a site that are not over, the oldest first. */
export async function openAlarms(tx: Tx, siteId: number, limit: number): Promise<OpenAlarm[]> {
  const rows = await tx.query<StoredAlarm>(
    'select * from alarm where site_id = $1 and closed_at is null order by raised_at, id limit $2',
    [siteId, limit],
  )
  return rows.map(alarmOf)
}

/** An open alarm, locked; null: it is over, or there is none. */
export async function lockAlarm(tx: Tx, siteId: number, id: number): Promise<OpenAlarm | null> {
  const [row] = await tx.query<StoredAlarm>(
    'select * from alarm where site_id = $1 and id = $2 and closed_at is null for update',
    [siteId, id],
  )
  return row === undefined ? null : alarmOf(row)
}

/** Somebody takes an alarm: it is not repeated. */
export async function takeAlarm(tx: Tx, siteId: number, id: number, staffId: number, at: number): Promise<void> {
  await tx.query('update alarm set taken_by = $3, taken_at = $4 where site_id = $1 and id = $2', [
    siteId,
    id,
    staffId,
    at,
  ])
}

/** Something that is to have an open alarm. */
export interface Cause {
  readonly kind: AlarmKind
  readonly subject: string
}

/** Raises an alarm for each cause that has none, and closes those whose cause is over; returns how many rows changed. */
export async function followCauses(
  tx: Tx,
  siteId: number,
  causes: readonly Cause[],
  nextId: () => number,
  now: number,
): Promise<number> {
  const columns = [causes.map(({ kind }) => kind), causes.map(({ subject }) => subject)]
  const gone = await tx.query(
    `update alarm set closed_at = $2 where site_id = $1 and closed_at is null
        and not exists (select from unnest($3::text[], $4::text[]) as c (kind, subject) where c.kind = alarm.kind and c.subject = alarm.subject)
      returning id`,
    [siteId, now, ...columns],
  )
  const raised = await tx.query(
    `insert into alarm (site_id, id, kind, subject, raised_at, next_at)
     select $1, id, kind, subject, $2, $2 from unnest($3::bigint[], $4::text[], $5::text[]) as c (id, kind, subject)
     on conflict (site_id, kind, subject) where closed_at is null do nothing returning id`,
    [siteId, now, causes.map(() => nextId()), ...columns],
  )
  return gone.length + raised.length
}

/** The alarms that are to be sent now; they are due again at `nextAt`. */
export async function dueAlarms(tx: Tx, siteId: number, now: number, nextAt: number): Promise<OpenAlarm[]> {
  const rows = await tx.query<StoredAlarm>(
    `update alarm set next_at = $3 where site_id = $1 and closed_at is null and taken_by is null and next_at <= $2 returning *`,
    [siteId, now, nextAt],
  )
  return rows.map(alarmOf).sort((a, b) => a.raisedAt - b.raisedAt || a.id - b.id)
}

/** Deletes alarms that were over before `before`, at most `limit`; returns how many. */
export async function forgetAlarms(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from alarm where (site_id, id) in (select site_id, id from alarm where closed_at < $1 limit $2) returning id`,
    [before, limit],
  )
  return rows.length
}

/** The whole address, and what signs its messages: 64 hex characters; '' of a mail. */
export interface Target {
  readonly to: string
  readonly secret: string
}

interface StoredAddress {
  readonly site_id: string
  readonly id: string
  readonly role: AlarmAddress['role']
  readonly channel: AlarmAddress['channel']
  readonly shown: string
  readonly sealed: Buffer
  readonly kinds: AlarmKind[]
  readonly from_hour: number
  readonly to_hour: number
}

/** An address with what the row keeps sealed. */
export type WholeAddress = AlarmAddress & Target

/** The addresses of alarms: their targets lie sealed. */
export class AddressStore {
  readonly #box: SealedBox

  constructor(tokenSecret: string) {
    this.#box = new SealedBox(derivedKey(tokenSecret, 'alarm-address'))
  }

  async all(tx: Tx, siteId: number): Promise<WholeAddress[]> {
    const rows = await tx.query<StoredAddress>('select * from alarm_address where site_id = $1 order by role, id', [
      siteId,
    ])
    return rows.map((row) => this.#read(row))
  }

  async one(tx: Tx, siteId: number, id: number): Promise<WholeAddress | null> {
    return this.#by(tx, siteId, 'id', id)
  }

  /** What a call that is repeated added the first time. */
  async added(tx: Tx, siteId: number, request: string): Promise<WholeAddress | null> {
    return this.#by(tx, siteId, 'request', request)
  }

  async add(
    tx: Tx,
    siteId: number,
    { id, role, channel, shown, kinds, fromHour, toHour, to, secret }: WholeAddress,
    by: { readonly staffId: number; readonly at: number; readonly request: string },
  ): Promise<void> {
    const sealed = this.#box.close(JSON.stringify({ to, secret } satisfies Target), whereOf(siteId, id))
    await tx.query(
      `insert into alarm_address (site_id, id, role, channel, shown, sealed, kinds, from_hour, to_hour, created_by, created_at, request)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [siteId, id, role, channel, shown, sealed, kinds, fromHour, toHour, by.staffId, by.at, by.request],
    )
  }

  async remove(tx: Tx, siteId: number, id: number): Promise<void> {
    await tx.query('delete from alarm_address where site_id = $1 and id = $2', [siteId, id])
  }

  async #by(tx: Tx, siteId: number, column: 'id' | 'request', value: number | string): Promise<WholeAddress | null> {
    const [row] = await tx.query<StoredAddress>(`select * from alarm_address where site_id = $1 and ${column} = $2`, [
      siteId,
      value,
    ])
    return row === undefined ? null : this.#read(row)
  }

  #read(row: StoredAddress): WholeAddress {
    const target: Target = JSON.parse(this.#box.open(row.sealed, whereOf(Number(row.site_id), Number(row.id))))
    return {
      id: Number(row.id),
      role: row.role,
      channel: row.channel,
      shown: row.shown,
      kinds: row.kinds,
      fromHour: row.from_hour,
      toHour: row.to_hour,
      ...target,
    }
  }
}

const whereOf = (siteId: number, id: number): string => `alarm_address.sealed:${siteId}:${id}`
