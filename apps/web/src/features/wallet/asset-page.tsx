import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { MyWallet } from '@maru/contract'
import { Icon, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { crossQuery } from '../../books/futures/queries.ts'
import { crossQuery as overseaCrossQuery } from '../../books/oversea/queries.ts'
import { walletQuery } from '../../books/rounds/queries.ts'
import { wonHolding } from '../../kit/won/holding.ts'
import { useHidden } from '../../kit/won/use-hidden.ts'
import { Loaded } from '../../lists/loaded.tsx'
import { featuresOf, useSite } from '../../site/store.ts'
import { balanceOf } from './balance.ts'
import { futuresBalance } from './futures-balance.ts'
import { FuturesWalletRow } from './futures-wallet.tsx'
import { PlainWalletRow, WalletSkeletons } from './plain-wallet.tsx'
import { SumSkeleton } from './sum-skeleton.tsx'
import { walletTexts } from './texts.ts'
import { WalletActions } from './wallet-actions.tsx'
import { WonWalletRow } from './won-wallet.tsx'
import './wallet.css'

/** Shared from here, so that the two pages' rows stay one part. */
export { OneWallet } from './one-wallet.tsx'

const AllInWon = lazyPart(() => import('./all-in-won.tsx'))
const Mix = lazyPart(() => import('./mix.tsx'))
const Today = lazyPart(() => import('./today.tsx'))

/** /wallet/asset: what the member holds, wallet by wallet. */
export default function AssetPage() {
  const t = useTexts(walletTexts)
  const wallets = useQuery(walletQuery(true))
  const used = useUsedWallets()
  const [hidden, toggleHidden] = useHidden()
  const shown = wallets.data?.filter((wallet) => used.has(wallet.type) || isHeld(wallet)) ?? []
  const cross = useQuery(crossQuery(used.has('FUTURES'))).data
  const hasOversea = useSite(({ site }) => site !== null && featuresOf(site).oversea)
  const hasFutures = useSite(({ site }) => site !== null && featuresOf(site).futures)
  const overseaCross = useQuery(overseaCrossQuery(hasOversea && used.has('BINARY'))).data
  const krw = shown.find(({ type }) => type === 'BINARY')
  // Computed once for the sum, the ring and the row, so that they never say different things of one wallet.
  const won = krw && wonHolding(krw, overseaCross)
  const futures = shown.find(({ type }) => type === 'FUTURES')
  const inFutures = cross && futures && futuresBalance(cross, futures)
  // Bonus money is the member's only once its turnover is reached: it is in no sum.
  const others = shown
    .filter(({ currency }) => currency !== 'KRW')
    .map(({ type, currency, ...wallet }) => ({
      type,
      currency,
      amount: type === 'FUTURES' && inFutures ? inFutures.all : balanceOf({ type, currency, ...wallet }),
    }))
  return (
    <main className="asset">
      <section className="tot" aria-label={t('total')} aria-busy={wallets.isPending}>
        <div className="tot-k">
          {t('total')}
          <button type="button" aria-label={t(hidden ? 'show' : 'hide')} aria-pressed={hidden} onClick={toggleHidden}>
            <Icon name={hidden ? 'eye-off' : 'eye'} />
          </button>
        </div>
        {wallets.isPending ? (
          <>
            <SumSkeleton />
            <Skeleton width={160} height={14} className="tot-s2" />
          </>
        ) : (
          <>
            {wallets.data === undefined ? (
              <div className="v num">–</div>
            ) : (
              <Suspense fallback={<SumSkeleton />}>
                <AllInWon won={won?.all ?? 0n} others={others} hidden={hidden} />
              </Suspense>
            )}
            <div className="d num">
              <Suspense fallback={<Skeleton width={160} height={14} />}>
                <Today
                  won={won?.all ?? 0n}
                  others={others}
                  hasOversea={hasOversea}
                  hasFutures={hasFutures}
                  hidden={hidden}
                />
              </Suspense>
            </div>
          </>
        )}
      </section>
      <WalletActions />
      <div className="band" />
      {won && (
        <>
          <Suspense fallback={<section className="mix is-coming" aria-hidden="true" />}>
            <Mix holding={won} others={others} hidden={hidden} />
          </Suspense>
          <div className="band" />
        </>
      )}
      <section aria-label={t('wallets')}>
        <Loaded
          query={wallets}
          isEmpty={shown.length === 0}
          empty={[t('empty'), t('emptyHint')]}
          skeleton={<WalletSkeletons />}
        >
          {shown.map((wallet) =>
            wallet.type === 'FUTURES' && cross && inFutures ? (
              <FuturesWalletRow key={wallet.type} wallet={wallet} cross={cross} balance={inFutures} hidden={hidden} />
            ) : wallet === krw && won ? (
              <WonWalletRow key={wallet.type} wallet={wallet} holding={won} hidden={hidden} />
            ) : (
              <PlainWalletRow key={wallet.type} wallet={wallet} hidden={hidden} />
            ),
          )}
        </Loaded>
      </section>
    </main>
  )
}

/** A coin's own wallet and bonus money: once there is something in it. */
const isHeld = (wallet: MyWallet): boolean =>
  (wallet.type === wallet.currency || wallet.type === 'BONUS') && Number(balanceOf(wallet)) > 0

/** Wallet types that the site names in usedCoins; a BINARY wallet also where rounds or overseas futures are on. */
function useUsedWallets(): ReadonlySet<MyWallet['type']> {
  const site = useSite(({ site }) => site)
  const named = new Set((site?.usedCoins ?? '').split(',').map((name) => name.trim()))
  const used = new Set<MyWallet['type']>()
  const { binary, oversea } = site ? featuresOf(site) : { binary: false, oversea: false }
  if (named.has('BINARY') || binary || oversea) used.add('BINARY')
  if (named.has('FUTURES')) used.add('FUTURES')
  return used
}
