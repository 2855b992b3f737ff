import '../../features/money/money.css'
import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { MyWallet, WalletType } from '@maru/contract'
import { walletCurrency } from '@maru/contract/currencies'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import { walletQuery } from '../../books/rounds/queries.ts'
import { targetOf } from '../../features/money/wallet/paths.ts'
import { WalletMovements } from '../../features/money/wallet/wallet-movements.tsx'
import { WalletPaths } from '../../features/money/wallet/wallet-paths.tsx'
import { oneWalletTexts } from '../../features/money/wallet/wallet-texts.ts'
import { OneWallet } from '../../features/wallet/asset-page.tsx'

/** With a part of the withdrawal page, whose first load has no room for the file that a shared module would become. */
const Holds = lazyPart(async () => ({ default: (await import('../../features/money/hold-notice.tsx')).Holds }))

/** /wallet/{type}/{coin}: one wallet; where the type is something to do with a coin, the page on which it is done. */
export default function WalletPage() {
  const { type = '', coin = '' } = useParams()
  const target = targetOf(type, coin)
  if (target === null) return <Navigate to="/wallet/asset" replace />
  if ('to' in target) return <Navigate to={target.to} replace />
  return <Shown key={target.wallet} type={target.wallet} />
}

function Shown({ type }: { type: WalletType }) {
  const t = useTexts(oneWalletTexts)
  const wallets = useQuery(walletQuery(true))
  if (wallets.isError)
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void wallets.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  const wallet = wallets.data && (wallets.data.find((one) => one.type === type) ?? empty(type))
  return (
    <main id="main" className="money" aria-busy={wallets.isPending}>
      {wallet ? <OneWallet wallet={wallet} /> : <Skeleton height={140} />}
      <WalletPaths type={type} />
      <div className="band" />
      {wallet && type !== 'BONUS' && (
        <Suspense fallback={<Skeleton height={96} />}>
          <Holds wallet={wallet} />
        </Suspense>
      )}
      <div className="band" />
      <WalletMovements type={type} />
    </main>
  )
}

/** A wallet that the member never had anything in. */
const empty = (type: WalletType): MyWallet => ({
  type,
  currency: walletCurrency[type],
  point: '0',
  gameWaitPoint: '0',
  withdrawable: '0',
  pendingOut: '0',
  held: [],
})
