import { call } from '@maru/client/api/client'
import { Button, Empty, formatDateTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { traitWords } from '../../parts/desk-words.ts'
import { useMay } from '../../parts/may.tsx'
import { useStaffNames } from '../../parts/use-staff-names.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { GroupDialog, type GroupEdit } from './group-dialog.tsx'
import { t } from './texts.ts'

const editWords = { EXEMPT: t('clueDropped'), JOIN: t('linked'), SPLIT: t('unlinked') } as const

/** The members that belong together with one, why, and what staff decided about it. */
export function Linked({ id }: { id: string }) {
  const siteId = useSiteId()
  const nameOf = useStaffNames()
  const mayEdit = useMay('riskGroups')
  const [edit, setEdit] = useState<GroupEdit | null>(null)
  const query = useQuery({
    queryKey: ['member-group', siteId, id],
    queryFn: () => call('GET /api/console/member/:id/group', { params: { id } }),
  })
  const group = query.data
  if (query.isError) return <Empty title={t('linksFailed')}>{errorText(query.error)}</Empty>
  if (!group) return <Skeleton width="100%" height={160} />
  return (
    <section className="panel grow pad-all mb-links">
      {group.members.length <= 1 && <Empty title={t('noLinks')}>{t('noLinksHint')}</Empty>}
      <ul aria-label={t('linkedMembers')}>
        {group.members
          .filter((member) => String(member.id) !== id)
          .map((member) => (
            <li key={member.id}>
              <Link to={`/members/${member.id}`}>
                <b>{member.name}</b> <span className="dim">{member.username}</span>
              </Link>
              {mayEdit && (
                <Button size={36} onClick={() => setEdit({ kind: 'SPLIT', otherId: member.id })}>
                  {t('unlinkDots')}
                </Button>
              )}
            </li>
          ))}
        {group.elsewhere > 0 && <li className="dim">{t('elsewhere', { elsewhere: group.elsewhere })}</li>}
      </ul>
      <ul aria-label={t('clues')}>
        {group.traits.map(({ kind, hash, count, joins, exemptBy }) => (
          <li key={`${kind}-${hash}`}>
            <b>{traitWords[kind]}</b>
            <Link to={`/members?q=${hash.slice(0, 16)}`}>
              <code>{hash.slice(0, 10)}</code>
            </Link>
            <span className="dim">
              {t('peopleDot', { count })} {joins ? t('links') : exemptBy === null ? t('linksNot') : t('dropped')}
            </span>
            {mayEdit && joins && (
              <Button size={36} onClick={() => setEdit({ kind: 'EXEMPT', trait: kind, hash })}>
                {t('dropDots')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ul aria-label={t('decisions')}>
        {group.edits.map((one) => (
          <li key={one.id}>
            <b>{editWords[one.kind]}</b>
            <span className="dim">
              {t('decisionLine', {
                reason: one.reason,
                staffName: nameOf(one.staffId),
                approvedBy: nameOf(one.approvedBy),
                createdAt: formatDateTime(one.createdAt),
              })}
            </span>
            {mayEdit && (
              <Button size={36} onClick={() => setEdit({ kind: 'UNDO', editId: one.id })}>
                {t('undoDots')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <p>
          <Button size={36} onClick={() => setEdit({ kind: 'JOIN', otherId: null })}>
            {t('linkDots')}
          </Button>
        </p>
      )}
      {edit !== null && (
        <GroupDialog id={id} edit={edit} onDone={() => void query.refetch()} onClose={() => setEdit(null)} />
      )}
    </section>
  )
}
