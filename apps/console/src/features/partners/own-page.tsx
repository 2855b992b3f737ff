import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import type { PartnerRow } from '@maru/contract'
import { Badge, Button, Empty, formatCount, formatDateTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Copied } from '../../parts/copied.tsx'
import { Page } from '../../parts/page.tsx'
import { endSession } from '../../session/session.ts'
import { errorText } from '../../session/words.ts'
import { OwnTree } from './own-tree.tsx'
import { levelText, linkOf, StatusBadge } from './partner-cells.tsx'
import { t } from './texts.ts'
import { belowOf } from './tree.ts'
import './own.css'

const everyMs = 30_000

/** A partner's own tree: how many members each one of it brought, and nothing of them. */
export default function OwnPage() {
  const self = useQuery({ queryKey: ['partner'], queryFn: () => call('GET /api/partner'), refetchInterval: everyMs })
  const tree = useQuery({
    queryKey: ['partner-tree'],
    queryFn: async () => (await call('GET /api/partner/list')) as PartnerRow[],
    refetchInterval: everyMs,
  })
  const error = self.error ?? tree.error
  // Who is a partner no more has nothing here.
  useEffect(() => {
    if (isApiError(error) && error.code === 'PARTNER_NOT_FOUND') endSession('over')
  }, [error])
  const own = self.data
  const rows = tree.data
  if (error && !(own && rows))
    return (
      <Page title={t('own')}>
        <Empty title={t('ownFailed')}>{errorText(error)}</Empty>
        <p className="mid-row">
          <Button onClick={() => void Promise.all([self.refetch(), tree.refetch()])}>{t('retry')}</Button>
        </p>
      </Page>
    )
  if (!own || !rows)
    return (
      <Page title={t('own')}>
        <Skeleton width="100%" height={76} />
        <Skeleton width="100%" height={320} />
      </Page>
    )
  const below = belowOf(own, rows)
  return (
    <Page
      title={own.name}
      sub={
        <>
          <Badge>{levelText(own.level)}</Badge>
          <StatusBadge status={own.status} />
          <span className="sub">{t('masked')}</span>
        </>
      }
    >
      <dl className="kpi">
        <Figure name={t('ownMembers')} value={t('memberCount', { count: formatCount(own.memberCount) })}>
          {t('since', { at: formatDateTime(own.createdAt) })}
        </Figure>
        <Figure name={t('treeMembers')} value={t('memberCount', { count: formatCount(own.members.total) })}>
          {t('lateCount', { count: formatCount(own.members.active) })}
        </Figure>
        <Figure name={t('belowCount')} value={t('partnersOf', { count: below.rows.length })}>
          {t('activeOf', { count: below.active })}
        </Figure>
        <Figure name={t('link')} value={<Copied text={own.code} label={t('code')} />}>
          <Copied text={linkOf(own)} label={t('link')} />
        </Figure>
      </dl>
      <OwnTree own={own} rows={below.rows} />
    </Page>
  )
}

const Figure = ({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    {children && <dd className="note">{children}</dd>}
  </div>
)
