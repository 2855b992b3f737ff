import { findBreaks } from '../../../apps/server/src/audit/index.ts'
import { readConfig } from '../../../apps/server/src/config.ts'
import { openBeside } from '../../../apps/server/src/database/index.ts'
import type { Tx } from '../../../apps/server/src/ports.ts'
import type { Movement } from './movements.ts'

/** A worker renews what it has for this long; whatever is past it is nobody's. */
const leaseMs = 15_000
const unattendedMs = 30_000

/** When no house was up: from a kill until the next one was ready. */
export interface Outage {
  readonly from: number
  readonly to: number
}

/** What must not be in the database of a house that is running again: sums that do not fit, and calls that nobody attends. */
export async function lookBeside(dataDir: string, outages: readonly Outage[]): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir }, dataDir)
  const { db, close } = await openBeside({ config, progress: () => undefined, onError: console.error })
  try {
    const breaks = await findBreaks(db, new AbortController().signal, 'full')
    const left = await db.system((tx) => unattended(tx, outages, Date.now()))
    return [...breaks.map((found) => `audit: ${JSON.stringify(found)}`), ...left]
  } finally {
    await close()
  }
}

/** Calls that no worker took up for 30 s in which there was one. */
async function unattended(tx: Tx, outages: readonly Outage[], now: number): Promise<string[]> {
  const rows = await tx.query<{ id: string; since: string }>(
    `select id, next_at - $1 as since from outgoing where state = 'SENDING' and next_at < $2`,
    [leaseMs, now],
  )
  return rows.flatMap(({ id, since }) => {
    const from = Number(since)
    const without = outages.reduce((sum, one) => sum + Math.max(0, one.to - Math.max(one.from, from)), 0)
    const ms = now - from - without
    return ms > unattendedMs ? [`call ${id} has been in SENDING and unattended for ${ms} ms`] : []
  })
}

/** Requests and calls that are not over. */
export async function openIn(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ n: string }>(
    `select (select count(*) from dnw where type in ('D', 'W', 'WB') and processed_at is null)
          + (select count(*) from outgoing where closed_at is null and kind in ('payout', 'provider-call')) as n`,
  )
  return Number(row?.n)
}

/** How many postings a movement of a kind has under its own row, or under the order of its row. */
const postings: Readonly<Record<Movement['what'], readonly number[]>> = {
  deposit: [2],
  withdrawal: [4, 5],
  conversion: [5],
  transfer: [2],
  gift: [2],
  purchase: [4],
  coupon: [2],
}
const types: Readonly<Record<Movement['what'], string>> = {
  deposit: 'D',
  withdrawal: 'W',
  conversion: 'CO',
  transfer: 'TO',
  gift: 'TO',
  purchase: 'WB',
  coupon: 'B',
}

/** Every movement that was acknowledged is there once, whole, and ended well; every key has one. `paid`: what the bank says it paid, by reference. */
export async function judgeMovements(
  tx: Tx,
  acknowledged: readonly Movement[],
  paid: ReadonlyMap<string, readonly string[]>,
): Promise<string[]> {
  const faults: string[] = []
  const rows = await tx.query<{ id: string; type: string; status: string; point: string; n: string }>(
    `select d.id, d.type, d.status, d.point::text, coalesce(p.n, 0)::text as n from dnw d
     left join p2p_order o on o.dnw_id = d.id
     left join (select ref_id, count(*) as n from posting group by ref_id) p on p.ref_id = coalesce(o.id, d.id)`,
  )
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  const replies = await tx.query<{ key: string; id: string | null }>(
    `select key, coalesce(body::json->>'dnwId', body::json->>'id', body::json->'out'->>'id') as id from stored_reply where status = 200`,
  )
  const stored = new Map(replies.map(({ key, id }) => [key, Number(id)]))
  for (const { what, key, id } of acknowledged) {
    const row = byId.get(id)
    if (stored.get(key) !== id) faults.push(`the ${what} ${id} was acknowledged, its key has ${stored.get(key)}`)
    if (row?.type !== types[what]) faults.push(`the ${what} ${id} was acknowledged and is not there`)
    else if (row.status !== 'COMPLETED') faults.push(`the ${what} ${id} is ${row.status}`)
    else if (!postings[what].includes(Number(row.n))) faults.push(`the ${what} ${id} has ${row.n} postings`)
  }
  if (new Set(acknowledged.map(({ id }) => id)).size !== acknowledged.length) faults.push('two keys have one movement')
  faults.push(...(await judgePayouts(tx, paid)))
  return faults
}

async function judgePayouts(tx: Tx, paid: ReadonlyMap<string, readonly string[]>): Promise<string[]> {
  const payouts = await tx.query<{ id: string; key: string; state: string; amount: string }>(
    `select id, key, state, amount::text from payout where provider = 'bank'`,
  )
  const faults = payouts.flatMap(({ id, key, state, amount }) => {
    const lines = paid.get(key) ?? []
    const due = state === 'CONFIRMED' ? [`-${amount}`] : []
    return lines.join() === due.join()
      ? []
      : [`payout ${id} is ${state} over ${amount}, the bank paid ${lines.join(' and ') || 'nothing'}`]
  })
  const twice = await tx.query('select dnw_id from payout group by dnw_id having count(*) > 1')
  return [...faults, ...twice.map((row) => `the withdrawal ${JSON.stringify(row)} has two payouts`)]
}
