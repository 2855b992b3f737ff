import type { Language } from '@maru/contract/language'
import type { Deps } from '../deps.ts'
import { writeMessage } from '../messages/index.ts'
import { noticeOf, noticeText } from '../notices/index.ts'
import type { Courier, Messages, Outcome } from '../outgoing/index.ts'
import type { PushStore } from './push-store.ts'
import { mailOf, noteTold } from './store.ts'

interface Parts {
  readonly messages: Messages
  readonly push: PushStore
  readonly siteOf: (siteId: number) => { readonly name: string; readonly language: Language } | null
}

/** Devices and mailboxes hear of it for so long. */
const useMs = 86_400_000

/**
 * Turns what a member has to hear of into his message, a push to each of his devices and a mail to his verified address, in one
 * transaction and once: whatever he chose for alerts, and in his quiet hours too, for a thief counts on silence.
 */
export function noticeCourier(
  { db, clocks, ids }: Pick<Deps, 'db' | 'clocks' | 'ids'>,
  { messages, push, siteOf }: Parts,
): Courier {
  return {
    mostAttempts: 100,
    forgets: true,
    async send(row): Promise<Outcome> {
      const { siteId } = row
      const notice = noticeOf(row)
      const { memberId } = notice
      const site = siteOf(siteId)
      if (site === null) return { state: 'FAILED', error: 'there is no such site' }
      const { title, text, kind, link } = noticeText(notice, site.language)
      await db.system(async (tx) => {
        const now = clocks.wall()
        const tag = `notice:${row.id}`
        if (!(await noteTold(tx, siteId, memberId, tag, now))) return
        const expiresAt = now + useMs
        const said = JSON.stringify({ title, text, url: link, tag })
        for (const { id, service } of await push.devicesOf(tx, siteId, memberId)) {
          const device = { to: String(id), subject: '', text: said }
          await messages.write(tx, { siteId, kind: 'push', provider: service, ...device, expiresAt })
        }
        const to = await mailOf(tx, siteId, memberId)
        if (to !== null) {
          const mail = { to, subject: `[${site.name}] ${title}`, text: `[${site.name}] ${text}` }
          await messages.write(tx, { siteId, kind: 'mail', ...mail, expiresAt })
        }
        const message = { siteId, id: ids.next(), memberId, kind, title, content: text, link, createdBy: null }
        await writeMessage(tx, message, now)
      })
      messages.wake()
      return { state: 'SENT' }
    },
  }
}
