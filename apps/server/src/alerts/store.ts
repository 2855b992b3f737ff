import { AlertSetting, type PriceAlert } from '@maru/contract'
import type { SiteGroup } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { firstSetting } from './settings.ts'

/** A row of `price_alert`. */
export interface AlertRow extends PriceAlert {
  readonly siteId: number
  readonly memberId: number
  readonly instrument: string
  readonly isArmed: boolean
  /** What moves from then on counts. */
  readonly armedAt: number
}

interface Stored {
  readonly site_id: string
  readonly id: string
  readonly member_id: string
  readonly stock: string
  readonly instrument: string
  readonly ko_name: string
  readonly direction: PriceAlert['direction']
  readonly price: string | null
  readonly move_tenths: number | null
  readonly move_minutes: number | null
  readonly armed_at: string
  readonly is_repeated: boolean
  readonly is_on: boolean
  readonly is_armed: boolean
  readonly rung_at: string | null
  readonly created_at: string
}

const read = (row: Stored): AlertRow => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  memberId: Number(row.member_id),
  stock: row.stock,
  instrument: row.instrument,
  koName: row.ko_name,
  direction: row.direction,
  price: row.price,
  move:
    row.move_tenths === null || row.move_minutes === null
      ? null
      : { percent: (row.move_tenths / 10).toFixed(1), minutes: row.move_minutes },
  isRepeated: row.is_repeated,
  isOn: row.is_on,
  isArmed: row.is_armed,
  armedAt: Number(row.armed_at),
  rungAt: row.rung_at === null ? null : Number(row.rung_at),
  createdAt: Number(row.created_at),
})

/** A price alert as it crosses the wire. */
export const alertWire = ({
  id,
  stock,
  koName,
  direction,
  price,
  move,
  isRepeated,
  isOn,
  rungAt,
  createdAt,
}: AlertRow): PriceAlert => ({
  id,
  stock,
  koName,
  direction,
  price,
  move,
  isRepeated,
  isOn,
  rungAt,
  createdAt,
})

/** A member's alerts, the newest first. */
export async function alertsOf(tx: Tx, siteId: number, memberId: number): Promise<AlertRow[]> {
  const rows = await tx.query<Stored>(
    'select * from price_alert where site_id = $1 and member_id = $2 order by id desc',
    [siteId, memberId],
  )
  return rows.map(read)
}

/** Locks a member, so that his alerts are counted one at a time. */
export const lockMember = (tx: Tx, siteId: number, memberId: number) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`alerts:${siteId}:${memberId}`])

/** Tenths of a percent of a decimal with one decimal. */
export const tenthsOf = (percent: string): number => Math.round(Number(percent) * 10)

/** Writes a new alert; false: the same one is on already. */
export async function addAlert(tx: Tx, row: AlertRow): Promise<boolean> {
  const added = await tx.query(
    `insert into price_alert (site_id, id, member_id, stock, instrument, ko_name, direction, price, move_tenths, move_minutes, is_repeated, created_at, armed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) on conflict do nothing returning id`,
    [
      row.siteId,
      row.id,
      row.memberId,
      row.stock,
      row.instrument,
      row.koName,
      row.direction,
      row.price,
      row.move === null ? null : tenthsOf(row.move.percent),
      row.move?.minutes ?? null,
      row.isRepeated,
      row.createdAt,
    ],
  )
  return added.length > 0
}

export async function deleteAlert(tx: Tx, siteId: number, memberId: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    'delete from price_alert where site_id = $1 and member_id = $2 and id = $3 returning id',
    [siteId, memberId, id],
  )
  return rows.length > 0
}

/** Turns an alert on, armed, or off. */
export async function turnAlert(
  tx: Tx,
  { siteId, memberId, id }: Pick<AlertRow, 'siteId' | 'memberId' | 'id'>,
  isOn: boolean,
  now: number,
): Promise<AlertRow | null> {
  const [row] = await tx.query<Stored>(
    `update price_alert set is_on = $4, is_armed = true, armed_at = $5
      where site_id = $1 and member_id = $2 and id = $3 returning *`,
    [siteId, memberId, id, isOn, now],
  )
  return row === undefined ? null : read(row)
}

/** An alert as its row says it; null: it is no more. */
export async function alertOf(tx: Tx, siteId: number, id: number): Promise<AlertRow | null> {
  const [row] = await tx.query<Stored>('select * from price_alert where site_id = $1 and id = $2', [siteId, id])
  return row === undefined ? null : read(row)
}

/** All alerts of a group that are on. */
export async function alertsOn(tx: Tx, group: SiteGroup): Promise<AlertRow[]> {
  const rows = await tx.query<Stored>(`select * from price_alert where is_on and ${group.condition('site_id', 1)}`, [
    group.sites,
  ])
  return rows.map(read)
}

/** It rings, in the transaction that tells of it: once, whoever else saw it too. Null: it is not on any more. */
export async function ring(tx: Tx, siteId: number, id: number, now: number): Promise<AlertRow | null> {
  const [row] = await tx.query<Stored>(
    `update price_alert set is_on = is_repeated, is_armed = false, rung_at = $3
      where site_id = $1 and id = $2 and is_on and is_armed returning *`,
    [siteId, id, now],
  )
  return row === undefined ? null : read(row)
}

/** Those that rang wait again. */
export const setArmed = (tx: Tx, siteId: number, ids: readonly number[], now: number) =>
  tx.query(
    'update price_alert set is_armed = true, armed_at = $3 where site_id = $1 and id = any($2) and is_on and not is_armed',
    [siteId, ids, now],
  )

/** What a member chose; what he chose when there was less to choose counts as far as it goes. */
export async function settingOf(tx: Tx, siteId: number, memberId: number): Promise<AlertSetting> {
  const [row] = await tx.query<{ setting: unknown }>(
    'select setting from alert_setting where site_id = $1 and member_id = $2',
    [siteId, memberId],
  )
  return settingIn(row?.setting)
}

function settingIn(stored: unknown): AlertSetting {
  const known = (stored ?? {}) as Partial<AlertSetting>
  const whole = { ...firstSetting, ...known, channels: { ...firstSetting.channels, ...known.channels } }
  return AlertSetting.safeParse(whole).data ?? firstSetting
}

export const setSetting = (tx: Tx, siteId: number, memberId: number, setting: AlertSetting, now: number) =>
  tx.query(
    `insert into alert_setting (site_id, member_id, setting, updated_at) values ($1, $2, $3, $4)
     on conflict (site_id, member_id) do update set setting = excluded.setting, updated_at = excluded.updated_at`,
    [siteId, memberId, JSON.stringify(setting), now],
  )

/** What every member of a group chose who chose something. */
export async function allSettings(tx: Tx, group: SiteGroup) {
  const rows = await tx.query<{ site_id: string; member_id: string; setting: unknown }>(
    `select site_id, member_id, setting from alert_setting where ${group.condition('site_id', 1)}`,
    [group.sites],
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    setting: settingIn(row.setting),
  }))
}

/** Notes that a member is told of something; false: he was already. */
export async function noteTold(tx: Tx, siteId: number, memberId: number, key: string, now: number): Promise<boolean> {
  const rows = await tx.query(
    'insert into alert_told (site_id, member_id, key, at) values ($1, $2, $3, $4) on conflict do nothing returning key',
    [siteId, memberId, key, now],
  )
  return rows.length > 0
}

/** The verified mail address of a member who is not shut out; null: none. */
export async function mailOf(tx: Tx, siteId: number, memberId: number): Promise<string | null> {
  const [row] = await tx.query<{ email: string }>(
    `select email from member where site_id = $1 and id = $2 and email <> '' and email_verified_at is not null and status = 'ACTIVE'`,
    [siteId, memberId],
  )
  return row?.email ?? null
}
