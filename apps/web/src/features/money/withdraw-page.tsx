import './money.css'
import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { DnwRow } from '@maru/contract'
import { Button, Empty, Segmented, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { walletQuery } from '../../books/rounds/queries.ts'
import { moneySiteQuery } from '../../protection/money-site-query.ts'
import { openRequestQuery, payoutAccountsQuery } from './queries.ts'
import { useRequestNews } from './use-request-news.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { withdrawTexts } from './withdraw-texts.ts'

/** Shown while a request is under way, and once it has ended. */
const WithdrawWait = lazyPart(async () => ({ default: (await import('./withdraw-wait.tsx')).WithdrawWait }))
const RequestEnd = lazyPart(async () => ({ default: (await import('./request-end.tsx')).RequestEnd }))
/** Coins are another page beneath the same address: it loads when it is chosen. */
const CoinWithdraw = lazyPart(() => import('./coin/coin-withdraw.tsx'))

/** /balances/withdraw: asks for a withdrawal of KRW, then shows where the money is until it has left. */
export default function WithdrawPage() {
  const t = useTexts(withdrawTexts)
  const site = useQuery(moneySiteQuery)
  const open = useQuery(openRequestQuery('W'))
  const accounts = useQuery(payoutAccountsQuery)
  const wallets = useQuery(walletQuery(true))
  const [query, setQuery] = useSearchParams()
  const [ended, setEnded] = useState<DnwRow | null>(null)
  const onRow = useCallback((row: DnwRow) => {
    if (row.type === 'W' && row.processedAt !== null) setEnded(row)
  }, [])
  useRequestNews(onRow)
  const asked = [site, open, accounts, wallets]
  const wallet = wallets.data?.find(({ type }) => type === 'BINARY')
  const hasCoins = site.data?.coins.some(({ isWithdraw }) => isWithdraw) === true
  const isCoin = hasCoins && query.get('of') === 'coin'
  if (asked.some(({ isError }) => isError))
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void Promise.all(asked.map((one) => one.refetch()))}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  return (
    <main id="main" className="money" aria-busy={asked.some(({ isPending }) => isPending)}>
      {ended ? (
        <Suspense fallback={<Outline />}>
          <RequestEnd row={ended} onAgain={() => setEnded(null)} />
        </Suspense>
      ) : open.data ? (
        <Suspense fallback={<Outline />}>
          <WithdrawWait row={open.data} />
        </Suspense>
      ) : site.data && accounts.data && wallets.data && wallet && open.data === null ? (
        <>
          {hasCoins && (
            <div className="pad">
              <Segmented
                label={t('withdrawOf')}
                choices={[
                  { value: 'won', label: t('ofWon') },
                  { value: 'coin', label: t('ofCoin') },
                ]}
                value={isCoin ? 'coin' : 'won'}
                onChange={(of) => setQuery(of === 'coin' ? { of } : {}, { replace: true })}
              />
            </div>
          )}
          <Link to="/balances/accounts" className="link manage">
            {t('manage')}
          </Link>
          {isCoin ? (
            <Suspense fallback={<Outline />}>
              <CoinWithdraw site={site.data} accounts={accounts.data} wallets={wallets.data} />
            </Suspense>
          ) : (
            <WithdrawForm site={site.data} accounts={accounts.data} wallet={wallet} />
          )}
        </>
      ) : (
        <Outline />
      )}
    </main>
  )
}

const Outline = () => (
  <section className="pad" aria-hidden="true">
    <Skeleton width={140} height={16} />
    <Skeleton height={56} />
    <Skeleton height={56} />
    <Skeleton height={160} />
  </section>
)
