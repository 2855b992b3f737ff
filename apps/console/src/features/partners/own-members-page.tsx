import { call } from '@maru/client/api/client'
import { Button, Empty, formatCount, Skeleton } from '@maru/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page } from '../../parts/page.tsx'
import { errorText } from '../../session/words.ts'
import { OwnTable } from './own-table.tsx'
import { t } from './texts.ts'

/** Whom a partner's tree brought: masked, the newest first. */
export default function OwnMembersPage() {
  const [page, setPage] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['partner-members', page],
    queryFn: () => call('GET /api/partner/member/list', { query: { page: String(page), size: '100' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('ownMembersTitle')} sub={<span className="sub">{t('maskedMembers')}</span>}>
      {error && !data ? (
        <Empty title={t('membersFailed')}>{errorText(error)}</Empty>
      ) : data ? (
        <>
          <OwnTable
            label={t('ownMembersTitle')}
            heads={[t('member'), t('partner'), t('joinedMonth'), t('lately')]}
            figuresFrom={2}
            rows={data.content.map(({ nick, branchName, joinedMonth, isActive }, at) => ({
              // Masked members have nothing by which one is told from another.
              id: `${data.page}-${at}`,
              cells: [nick, branchName, joinedMonth, isActive ? t('lateActive') : t('lateIdle')],
            }))}
            empty={t('noMembers')}
          />
          <p className="pn-acts">
            <span className="dim">{t('memberCount', { count: formatCount(data.totalElements) })}</span>
            <Button size={36} disabled={page === 0} onClick={() => setPage(page - 1)} aria-label={t('pageBefore')}>
              ‹
            </Button>
            <Button
              size={36}
              disabled={page + 1 >= data.totalPages}
              onClick={() => setPage(page + 1)}
              aria-label={t('pageAfter')}
            >
              ›
            </Button>
          </p>
        </>
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </Page>
  )
}
