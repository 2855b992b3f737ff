import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesCross, Wallet } from '@maru/contract'
import type { FuturesBalance } from './futures-balance.ts'
import { walletTexts } from './texts.ts'
import { WalletRow } from './wallet-row.tsx'

/** The FUTURES wallet: all of it at the mark of now, and what it consists of. */
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
  const { all, available, waiting, isolated } = balance
  return (
    <WalletRow
      wallet={wallet}
      balance={all}
      hidden={hidden}
      cells={[
        { name: t('free'), value: available },
        { name: t('waiting'), value: waiting },
        { name: t('markPnl'), value: cross.markPnl, isResult: true },
        { name: t('isolated'), value: isolated },
        { name: t('isolatedPnl'), value: cross.isolatedPnl, isResult: true },
        { name: t('fundingDue'), value: cross.minusFundingFee, isResult: true },
      ]}
    />
  )
}
