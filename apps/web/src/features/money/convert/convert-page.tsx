import '../money.css'
import './convert.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { walletQuery } from '../../../books/rounds/queries.ts'
import { LeadOn } from '../../../kit/lead-on.tsx'
import { useSite } from '../../../site/store.ts'
import { useRequestNews } from '../use-request-news.ts'
import { ConvertForm, type ConvertFormProps } from './convert-form.tsx'
import { convertTexts } from './convert-texts.ts'
import { endsOf, isSold, pairOf, pathOf, soldIn, withEnd } from './ends.ts'

/** /wallet/convert/{from}_{to}: converts between wallets, buys and sells coins. */
export function ConvertPage({ OfPositions }: Pick<ConvertFormProps, 'OfPositions'>) {
  const t = useTexts(convertTexts)
  const { pair: text = '' } = useParams()
  const wallets = useQuery(walletQuery(true))
  const rates = useQuery({ queryKey: ['rates'], queryFn: () => call('GET /api/dnw/rate/map'), staleTime: 10_000 })
  const sold = soldIn(useSite(({ site }) => site?.buyCoins ?? ''))
  useRequestNews()
  if (wallets.isError || rates.isError)
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void Promise.all([wallets.refetch(), rates.refetch()])}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  if (!wallets.data || !rates.data)
    return (
      <main id="main" className="money" aria-busy="true">
        <section className="pad" aria-hidden="true">
          <Skeleton height={100} />
          <Skeleton height={100} />
          <Skeleton height={60} />
        </section>
      </main>
    )
  const ends = endsOf(
    wallets.data.map(({ type }) => type),
    Object.keys(rates.data),
    sold,
  )
  const [first] = ends
  const pair = pairOf(text)
  if (ends.length < 2 || first === undefined)
    return (
      <main id="main">
        <Empty title={t('none')} />
      </main>
    )
  if (pair === null || !ends.includes(pair.from) || !ends.includes(pair.to) || !isSold(pair.to, sold))
    return <LeadOn to={pathOf(withEnd({ from: first, to: ends[1]! }, 'from', ends[1]!))} />
  return (
    <main id="main" className="money cv">
      <ConvertForm
        key={pathOf(pair)}
        pair={pair}
        ends={ends}
        sold={sold}
        wallets={wallets.data}
        OfPositions={OfPositions}
      />
      <p className="cv-more">
        <Link to="/wallet/transfer">{t('transfer')}</Link>
        <Link to="/wallet/dnw_history">{t('history')}</Link>
      </p>
    </main>
  )
}
