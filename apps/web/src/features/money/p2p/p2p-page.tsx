import '../money.css'
import './p2p.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { walletQuery } from '../../../books/rounds/queries.ts'
import { MerchantList } from './merchant-list.tsx'
import { OrderEnd } from './order-end.tsx'
import { OrderView } from './order-view.tsx'
import { isOver, latestQuery, merchantsQuery, type P2pOrder, useOrderNews } from './queries.ts'
import { p2pTexts } from './texts.ts'

/** /wallet/p2p: chooses a merchant, then shows the order until it is over. */
export default function P2pPage() {
  const t = useTexts(p2pTexts)
  const latest = useQuery(latestQuery)
  const merchants = useQuery(merchantsQuery)
  const wallets = useQuery(walletQuery(true))
  const [ended, setEnded] = useState<P2pOrder | null>(null)
  const onOrder = useCallback((order: P2pOrder) => setEnded(isOver(order) ? order : null), [])
  useOrderNews(onOrder)
  const asked = [latest, merchants, wallets]
  if (asked.some(({ isError, data }) => isError && data === undefined))
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void Promise.all(asked.map((one) => one.refetch()))}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  const wallet = wallets.data?.find(({ type }) => type === 'FUTURES')
  return (
    <main id="main" className="money p2p" aria-busy={asked.some(({ isPending }) => isPending)}>
      {latest.data ? (
        <OrderView order={latest.data} wallet={wallet} onOver={setEnded} />
      ) : ended ? (
        <OrderEnd order={ended} onAgain={() => setEnded(null)} />
      ) : latest.data === null && merchants.data ? (
        <MerchantList merchants={merchants.data} wallet={wallet} />
      ) : (
        <section className="pad" aria-hidden="true">
          <Skeleton height={44} />
          <Skeleton height={56} />
          <Skeleton height={96} />
          <Skeleton height={96} />
        </section>
      )}
    </main>
  )
}
