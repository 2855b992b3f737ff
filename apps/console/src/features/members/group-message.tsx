import { call } from '@maru/client/api/client'
import { groupMostMembers } from '@maru/contract'
import { Button, Check, formatCount } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import { t } from './texts.ts'

interface Group {
  readonly q?: string
  readonly status?: 'PENDING' | 'ACTIVE' | 'DENY'
  readonly startDate?: string
  readonly endDate?: string
}

/** Writes one message to all members whom the filter of the list names. */
export function GroupMessage({ group }: { group: Group }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay('groupMessages')) return null
  return (
    <>
      <Button size={36} onClick={() => setOpen(true)}>
        {t('groupDots')}
      </Button>
      {isOpen && <GroupMessageDialog group={group} onClose={() => setOpen(false)} />}
    </>
  )
}

function GroupMessageDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const siteId = useSiteId()
  const [title, setTitle] = useState('')
  const [content, setContent] = useState('')
  const [isSure, setSure] = useState(false)
  const { data } = useQuery({
    queryKey: ['message-reach', siteId, group],
    queryFn: () => call('GET /api/console/message/reach', { query: group }),
    staleTime: 0,
  })
  const members = data?.members ?? 0
  const count = formatCount(members)
  const isFit = members > 0 && members <= groupMostMembers
  return (
    <ActionDialog
      title={t('groupTitle')}
      confirm={t('groupSend', { count })}
      done={t('groupSent', { count })}
      missing={
        !isFit
          ? t('groupSize', { max: formatCount(groupMostMembers) })
          : title.trim() === ''
            ? t('needTitle')
            : content.trim() === ''
              ? t('needContent')
              : isSure
                ? null
                : t('groupConfirm')
      }
      canned={[t('whyMaintenance'), t('whyMoney'), t('whyUse')]}
      run={({ reason, key }) =>
        call('POST /api/console/message/group', {
          params: {},
          body: { reason, group, members, title: title.trim(), content: content.trim() },
          key,
        })
      }
      onClose={onClose}
    >
      <p>
        {data === undefined ? t('loading') : <b className="num">{t('groupTo', { count })}</b>}{' '}
        <span className="dim">{t('groupHint')}</span>
      </p>
      <label className="why">
        <span className="lb">{t('title')}</span>
        <input value={title} maxLength={100} onChange={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <label className="why">
        <span className="lb">{t('content')}</span>
        <textarea value={content} maxLength={2000} onChange={(event) => setContent(event.currentTarget.value)} />
      </label>
      <Check checked={isSure} onChange={setSure}>
        {t('groupSure', { count })}
      </Check>
    </ActionDialog>
  )
}
