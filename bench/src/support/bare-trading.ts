import pg from 'pg'
import { ArraySpace } from '../../../apps/server/src/journal/binary-array.ts'
import { byKeySettings } from '../../../apps/server/src/journal/by-key.ts'
import type { BatchRows } from '../../../apps/server/src/journal/index.ts'
import { statementsOf } from '../../../apps/server/src/journal/statements.ts'
import type { House } from './house.ts'
import type { Playbook } from './playbook.ts'

/** Seconds that batches of rows take by themselves: the journal's statements, one transaction a batch, two under way. No core, no lease. */
export async function bareSeconds(house: House, batches: readonly BatchRows[]): Promise<number> {
  const client = await connect(house)
  const left = batches.values()
  const began = performance.now()
  const stream = async () => {
    const space = new ArraySpace(65_536)
    for (const batch of left) {
      await Promise.all([client.query('begin'), ...writes(client, batch, space), client.query('commit')])
      space.reset()
    }
  }
  await Promise.all([stream(), stream()])
  const seconds = (performance.now() - began) / 1_000
  await client.end()
  return seconds
}

/** Looks a key up as plainly as can be. */
export const findReply =
  'select status, body from stored_reply where site_id = $1 and actor_kind = $2 and actor_id = $3 and key = $4'

/**
 * The plain way, orders a second: for each order one transaction that looks its key up, locks the wallet, and writes the order as it filled
 * with everything of it, over eight connections. Its house accounts are left out: eight connections would wait for each other there.
 */
export async function oneTransactionAnOrder(
  house: House,
  { type, currency }: Playbook['wallet'],
  orders: readonly BatchRows[],
  seconds: number,
): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connect(house)))
  const began = performance.now()
  const until = began + seconds * 1_000
  let written = 0
  await Promise.all(
    clients.map(async (client, place) => {
      const space = new ArraySpace(65_536)
      // Members apart, so that no two connections meet on one wallet.
      for (let nth = place; nth < orders.length && performance.now() < until; nth += clients.length) {
        const rows = orders[nth] as BatchRows
        const { siteId, actorKind, actorId, key } = rows.rowsOf('replies')[0]!
        const memberId = Number(actorId)
        await Promise.all([
          client.query('begin'),
          client.query({
            name: 'key',
            text: findReply,
            values: [siteId, actorKind, actorId, key],
          }),
          client.query({
            name: 'lock',
            text: 'select posted, reserved from wallet where site_id = $1 and member_id = $2 and type = $3 and currency = $4 for update',
            values: [siteId, memberId, type, currency],
          }),
        ])
        await Promise.all([...writes(client, rows, space, ['house']), client.query('commit')])
        space.reset()
        written += 1
      }
    }),
  )
  const rate = written / ((performance.now() - began) / 1_000)
  await Promise.all(clients.map((client) => client.end()))
  return rate
}

async function connect(house: House): Promise<pg.Client> {
  const client = new pg.Client({ ...house.opened.core, pipeline: true })
  await client.connect()
  await client.query(byKeySettings)
  return client
}

const writes = (client: pg.Client, batch: BatchRows, space: ArraySpace, without: readonly string[] = []) =>
  [...statementsOf(batch, space)]
    .filter(({ table }) => !without.includes(table))
    .map(({ name, text, values }) => client.query({ name, text, values: [...values] }))
