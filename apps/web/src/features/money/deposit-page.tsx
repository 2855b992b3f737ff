import './money.css'
import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { DnwRow } from '@maru/contract'
import { Button, Empty, Segmented, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { moneySiteQuery } from '../../protection/money-site-query.ts'
import { useSession } from '../../session/store.ts'
import { DepositForm } from './deposit-form.tsx'
import { DepositWait } from './deposit-wait.tsx'
import { openRequestQuery } from './queries.ts'
import { RequestEnd } from './request-end.tsx'
import { moneyTexts } from './texts.ts'
import { useRequestNews } from './use-request-news.ts'

/** Coins are another page beneath the same address: it loads when it is chosen. */
const CoinDeposit = lazyPart(() => import('./coin/coin-deposit.tsx'))

/** /balances/deposit: asks for a deposit, then shows it until it has arrived. */
export default function DepositPage() {
  const t = useTexts(moneyTexts)
  const site = useQuery(moneySiteQuery)
  const open = useQuery(openRequestQuery('D'))
  const me = useSession(({ me }) => me)
  const [query, setQuery] = useSearchParams()
  const [ended, setEnded] = useState<DnwRow | null>(null)
  const onRow = useCallback((row: DnwRow) => {
    if (row.type === 'D' && row.walletType === 'BINARY' && row.processedAt !== null) setEnded(row)
  }, [])
  useRequestNews(onRow)
  const hasCoins = site.data?.coins.some(({ isDeposit }) => isDeposit) === true
  const isCoin = hasCoins && query.get('of') === 'coin'
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
      {hasCoins && (
        <div className="pad">
          <Segmented
            label={t('depositOf')}
            choices={[
              { value: 'won', label: t('ofWon') },
              { value: 'coin', label: t('ofCoin') },
            ]}
            value={isCoin ? 'coin' : 'won'}
            onChange={(of) => setQuery(of === 'coin' ? { of } : {}, { replace: true })}
          />
        </div>
      )}
      {isCoin && site.data ? (
        <Suspense fallback={<DepositSkeleton />}>
          <CoinDeposit site={site.data} />
        </Suspense>
      ) : !site.data || open.data === undefined || !me ? (
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
