import { call } from '@maru/client/api/client'
import { groupMostMembers } from '@maru/contract'
import { Button, Check, formatCount } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import { type Letter, LetterFields, missingIn, trimmed } from './letter.tsx'
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
  const [letter, setLetter] = useState<Letter>({ title: '', content: '' })
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
        isFit
          ? (missingIn(letter) ?? (isSure ? null : t('groupConfirm')))
          : t('groupSize', { max: formatCount(groupMostMembers) })
      }
      canned={[t('whyMaintenance'), t('whyMoney'), t('whyUse')]}
      run={({ reason, key }) =>
        call('POST /api/console/message/group', {
          params: {},
          body: { reason, group, members, ...trimmed(letter) },
          key,
        })
      }
      onClose={onClose}
    >
      <p>
        {data === undefined ? t('loading') : <b className="num">{t('groupTo', { count })}</b>}{' '}
        <span className="dim">{t('groupHint')}</span>
      </p>
      <LetterFields letter={letter} onChange={setLetter} />
      <Check checked={isSure} onChange={setSure}>
        {t('groupSure', { count })}
      </Check>
    </ActionDialog>
  )
}
