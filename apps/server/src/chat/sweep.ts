import type { Deps } from '../deps.ts'
import { asInquiry } from './as-inquiry.ts'
import { endChat, lockedChat, type StoredChat } from './store.ts'
import { createTell } from './tell.ts'

const atOnce = 100

/**
 * Ends chats that nobody of the staff came to within `chatWaitMs` of their site, and those in which nothing was said for `chatSilentMs`
 * (rules G). What the member said last and nobody answered becomes an inquiry. `now` is wall time; returns how many ended.
 */
export async function endSilentChats(deps: Pick<Deps, 'db' | 'bus' | 'clocks' | 'ids'>, now: number): Promise<number> {
  const { db, ids } = deps
  const tell = createTell(deps)
  const due = await db.system((tx) =>
    tx.query<StoredChat>(
      `select c.* from chat c join site_config s on s.site_id = c.site_id
        where c.state = 'WAITING' and c.opened_at <= $1::bigint - s.chat_wait_ms and (c.joined_at is null or c.spoken_at <= $1::bigint - s.chat_wait_ms)
           or c.state = 'OPEN' and c.spoken_at <= $1::bigint - s.chat_silent_ms
        order by c.id limit ${atOnce}`,
      [now],
    ),
  )
  let ended = 0
  const sites = new Set<number>()
  for (const { site_id, id, state, spoken_at } of due) {
    const done = await db.tenant(Number(site_id), async (tx) => {
      const row = await lockedChat(tx, Number(site_id), Number(id), null)
      // Somebody came, spoke or ended it meanwhile.
      if (row.state !== state || row.spoken_at !== spoken_at) return null
      const [last] = await tx.query<{ staff_id: string | null }>(
        'select staff_id from chat_line where site_id = $1 and chat_id = $2 order by seq desc limit 1',
        [site_id, id],
      )
      const inquiryId = last?.staff_id === null ? await asInquiry(tx, ids, row, now) : null
      await endChat(tx, row, 'HOUSE', inquiryId, now)
      return { row, inquiryId }
    })
    if (done === null) continue
    ended += 1
    sites.add(Number(site_id))
    tell.ended(done.row, done.inquiryId, now)
  }
  for (const siteId of sites) await tell.queue(siteId)
  return ended
}
