import './money.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { Button, Empty, formatKrw, formatMoney, Icon, Skeleton } from '@maru/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { walletQuery } from '../../books/rounds/queries.ts'
import { rowsOf } from '../../lists/index.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { homeTexts } from './home-texts.ts'
import { requestsQuery } from './queries.ts'
import { RecentRequests } from './recent-requests.tsx'
import { RequestCard } from './request-card.tsx'
import { isOpen, useRequestNews } from './use-request-news.ts'

/** /dnw: what may leave, what is under way, the wallets, and the newest of the history. */
export default function MoneyHomePage() {
  const t = useTexts(homeTexts)
  useRequestNews()
  const wallets = useQuery(walletQuery(true))
  const requests = useInfiniteQuery(requestsQuery({}))
  const rows = rowsOf(requests.data)
  const open = rows.filter((row) => isOpen(row) && (row.type === 'D' || row.type === 'W'))
  const hasP2p = useSite(({ site }) => site !== null && featuresOf(site).p2p)
  const won = wallets.data?.find(({ type }) => type === 'BINARY')
  if (wallets.isError || requests.isError)
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void Promise.all([wallets.refetch(), requests.refetch()])}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  return (
    <main id="main" className="money" aria-busy={wallets.isPending || requests.isPending}>
      <section className="pad" aria-label={t('withdrawable')}>
        <p className="mid">{t('withdrawable')}</p>
        {won ? <Withdrawable wallet={won} /> : <Skeleton width={216} height={32} />}
      </section>
      <nav className="acts" aria-label={t('actions')}>
        <Link to="/balances/deposit">
          <Icon name="download" />
          {t('deposit')}
        </Link>
        <Link to="/balances/withdraw">
          <Icon name="upload" />
          {t('withdraw')}
        </Link>
        <Link to="/wallet/dnw_history">
          <Icon name="clock" />
          {t('history')}
        </Link>
        {hasP2p && (
          <Link to="/wallet/p2p">
            <Icon name="user" />
            {t('p2p')}
          </Link>
        )}
        <Link to="/search/dnw">
          <Icon name="search" />
          {t('find')}
        </Link>
      </nav>
      <div className="band" />
      {open.length > 0 && (
        <>
          <section className="pad" aria-labelledby="under-way">
            <div className="sec-t">
              <h2 id="under-way">{t('underWay', { count: String(open.length) })}</h2>
            </div>
            {open.map((row) => (
              <RequestCard key={row.id} row={row} />
            ))}
          </section>
          <div className="band" />
        </>
      )}
      <WalletList wallets={wallets.data} />
      <div className="band" />
      <RecentRequests rows={rows.filter((row) => !isOpen(row))} isPending={requests.isPending} />
    </main>
  )
}

function Withdrawable({ wallet: { point, withdrawable } }: { wallet: MyWallet }) {
  const t = useTexts(homeTexts)
  const free = Math.max(0, Number(point))
  const held = free - Number(withdrawable)
  return (
    <>
      <h2 className="hero num">{formatKrw(withdrawable)}</h2>
      <p className="cap-l num">
        {held > 0
          ? t('held', { free: formatKrw(String(free)), held: formatKrw(String(held)) })
          : t('free', { free: formatKrw(String(free)) })}
        {held > 0 && (
          <Link to="/balances/withdraw" className="link">
            {t('why')}
          </Link>
        )}
      </p>
    </>
  )
}

function WalletList({ wallets }: { wallets: readonly MyWallet[] | undefined }) {
  const t = useTexts(homeTexts)
  return (
    <section className="pad" aria-labelledby="wallets">
      <div className="sec-t">
        <h2 id="wallets">{t('wallets')}</h2>
        <Link to="/wallet/asset" className="link">
          {t('assets')}
        </Link>
      </div>
      {wallets === undefined && <Skeleton height={96} />}
      <dl className="kvs">
        {wallets?.map(({ type, currency, point }) => (
          <div key={type} className="kvs-r">
            <dt>
              <Link to={`/wallet/${type}/${currency}`} className="link">
                {t(type)}
              </Link>
            </dt>
            <dd className="num">{formatMoney(point.startsWith('-') ? '0' : point, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
