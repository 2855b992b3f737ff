import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { Skeleton } from '@maru/ui'
import { balanceOf, waitingOf } from './balance.ts'
import { walletTexts } from './texts.ts'
import { WalletRow } from './wallet-row.tsx'

export function PlainWalletRow({ wallet, hidden }: { wallet: MyWallet; hidden: boolean }) {
  const t = useTexts(walletTexts)
  const { point } = wallet
  return (
    <WalletRow
      wallet={wallet}
      balance={balanceOf(wallet)}
      hidden={hidden}
      cells={[
        { name: t('free'), value: point.startsWith('-') ? '0' : point },
        { name: t('waiting'), value: waitingOf(wallet) },
      ]}
    />
  )
}

export function WalletSkeletons() {
  return (
    <div aria-hidden="true">
      {[0, 1].map((row) => (
        <div key={row} className="skrow">
          <Skeleton height={36} className="skrow-i" />
          <span>
            <Skeleton width={72} />
            <Skeleton width={112} className="skrow-2" />
          </span>
          <Skeleton height={16} />
        </div>
      ))}
    </div>
  )
}
