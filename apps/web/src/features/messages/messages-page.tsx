import '../../lists/lists.css'
import './messages.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { MessageRow } from '@maru/contract'
import { Button, Sheet, Tabs, toast } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSupport } from '../../kit/use-support.ts'
import { FilterChips } from '../../lists/filter-chips.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { useSession } from '../../session/store.ts'
import { groupOf, groups, type MessageGroup } from './groups.ts'
import { MessageList, MessageText } from './message-parts.tsx'
import { messageTexts } from './texts.ts'

const key = ['messages']
const capped = (count: number) => (count > 99 ? '99+' : String(count))

/** What the house told this member, the newest first: one tap reads it. */
export default function MessagesPage() {
  const t = useTexts(messageTexts)
  const support = useSupport()
  const cache = useQueryClient()
  const [tab, setTab] = useState<'all' | 'unread'>('all')
  const [open, setOpen] = useState<MessageRow | null>(null)
  const messages = useQuery({
    queryKey: key,
    queryFn: async (): Promise<MessageRow[]> => {
      const found = await call('GET /api/message/list')
      return Array.isArray(found) ? found : []
    },
  })
  const all = messages.data ?? []
  const unread = all.filter(({ isRead }) => !isRead)
  const [group, setGroup] = useState<'ALL' | MessageGroup>('ALL')
  const ofTab = tab === 'all' ? all : unread
  const rows = group === 'ALL' ? ofTab : ofTab.filter(({ kind }) => groupOf[kind] === group)

  /** Shows the change at once, and what the server knows where it refused. */
  async function change(
    next: readonly MessageRow[],
    send: () => Promise<{ readonly count: number }>,
  ): Promise<boolean> {
    cache.setQueryData(key, next)
    try {
      useSession.setState({ unread: (await send()).count })
      return true
    } catch (error) {
      console.warn('messages: not changed', error)
      toast({ title: t('failed'), tone: 'error' })
      await cache.invalidateQueries({ queryKey: key })
      return false
    }
  }
  function read(message: MessageRow) {
    setOpen(message)
    if (message.isRead) return
    const next = all.map((row) => (row.id === message.id ? { ...row, isRead: true } : row))
    void change(next, () => call('POST /api/message/read', { body: { id: message.id } }))
  }
  const readAll = () =>
    change(
      all.map((row) => ({ ...row, isRead: true })),
      () => call('POST /api/message/read_all', { body: {} }),
    )
  async function remove({ id }: MessageRow) {
    setOpen(null)
    const isGone = await change(
      all.filter((row) => row.id !== id),
      () => call('POST /api/message/delete', { body: { id } }),
    )
    if (isGone) toast({ title: t('removed'), tone: 'info' })
  }

  return (
    <main id="main" className="mbx">
      <div className="mbx-head">
        <Tabs
          label={t('which')}
          choices={[
            { value: 'all' as const, label: t('all', { count: String(all.length) }) },
            { value: 'unread' as const, label: t('unread', { count: capped(unread.length) }) },
          ]}
          value={tab}
          onChange={setTab}
          panelId="messages"
        />
        <Button size={36} disabled={unread.length === 0} onClick={() => void readAll()}>
          {t('readAll')}
        </Button>
      </div>
      <div id="messages" role="tabpanel" aria-labelledby={`messages-${tab}`}>
        <FilterChips
          label={t('group')}
          choices={(['ALL', ...groups] as const).map((value) => ({ value, label: t(value) }))}
          value={group}
          onChange={setGroup}
        />
        <Loaded
          query={messages}
          isEmpty={rows.length === 0}
          empty={
            ofTab.length > 0
              ? [t('noneOfGroup'), t('noneOfGroupHint')]
              : tab === 'all'
                ? [t('none'), t('noneHint', support)]
                : [t('noneUnread'), t('noneUnreadHint')]
          }
          skeleton={<RowSkeletons />}
        >
          <MessageList rows={rows} onOpen={read} />
        </Loaded>
      </div>
      <Sheet open={open !== null} title={open?.title} onClose={() => setOpen(null)}>
        {open && <MessageText message={open} onRemove={() => void remove(open)} onClose={() => setOpen(null)} />}
      </Sheet>
    </main>
  )
}
