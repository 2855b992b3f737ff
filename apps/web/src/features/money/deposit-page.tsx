import './money.css'
import type { DnwRow } from '@maru/contract'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { moneySiteQuery } from '../../protection/money-site-query.ts'
import { useSession } from '../../session/store.ts'
import { DepositForm } from './deposit-form.tsx'
import { DepositWait } from './deposit-wait.tsx'
import { openRequestQuery } from './queries.ts'
import { RequestEnd } from './request-end.tsx'
import { moneyTexts } from './texts.ts'
import { useRequestNews } from './use-request-news.ts'

/** /balances/deposit: asks for a deposit, then shows it until it has arrived. */
export default function DepositPage() {
  const t = useTexts(moneyTexts)
  const site = useQuery(moneySiteQuery)
  const open = useQuery(openRequestQuery('D'))
  const me = useSession(({ me }) => me)
  const [ended, setEnded] = useState<DnwRow | null>(null)
  const onRow = useCallback((row: DnwRow) => {
    if (row.type === 'D' && row.processedAt !== null) setEnded(row)
  }, [])
  useRequestNews(onRow)
  const failed = site.isError ? site : open.isError ? open : null
  if (failed)
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void Promise.all([site.refetch(), open.refetch()])}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  return (
    <main id="main" className="money" aria-busy={site.isPending || open.isPending}>
      {!site.data || open.data === undefined || !me ? (
        <DepositSkeleton />
      ) : ended ? (
        <RequestEnd row={ended} onAgain={() => setEnded(null)} />
      ) : open.data ? (
        <DepositWait row={open.data} site={site.data} name={me.name} />
      ) : (
        <DepositForm site={site.data} name={me.name} />
      )}
    </main>
  )
}

function DepositSkeleton() {
  return (
    <section className="pad" aria-hidden="true">
      <Skeleton width={140} height={16} />
      <Skeleton height={56} />
      <Skeleton height={44} />
      <Skeleton height={120} />
    </section>
  )
}
