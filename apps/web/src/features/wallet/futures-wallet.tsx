import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesCross, Wallet } from '@maru/contract'
import type { FuturesBalance } from './futures-balance.ts'
import { walletTexts } from './texts.ts'
import { WalletRow } from './wallet-row.tsx'

/** The FUTURES wallet: cross equity at the mark of now, and what it consists of. */
export function FuturesWalletRow({
  wallet,
  cross,
  balance,
  hidden,
}: {
  wallet: Wallet
  cross: FuturesCross
  balance: FuturesBalance
  hidden: boolean
}) {
  const t = useTexts(walletTexts)
  const { point, available, isolated } = balance
  return (
    <WalletRow
      wallet={wallet}
      balance={point}
      hidden={hidden}
      cells={[
        { name: t('free'), value: available },
        { name: t('waiting'), value: cross.gameWaitPoint },
        { name: t('markPnl'), value: cross.markPnl, isResult: true },
        { name: t('posted'), value: cross.posted },
        { name: t('isolated'), value: isolated },
        { name: t('fundingDue'), value: cross.minusFundingFee, isResult: true },
      ]}
    />
  )
}
