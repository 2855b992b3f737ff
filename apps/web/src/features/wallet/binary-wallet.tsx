import type { OverseaCross, Wallet } from '@maru/contract'
import { useTexts } from '../../i18n/texts.ts'
import { binaryBalance } from './binary-balance.ts'
import { walletTexts } from './texts.ts'
import { WalletRow } from './wallet-row.tsx'

/** The BINARY wallet of a site with overseas futures: its equity at the last prices, and what it consists of. */
export function BinaryWalletRow({ wallet, cross, hidden }: { wallet: Wallet; cross: OverseaCross; hidden: boolean }) {
  const t = useTexts(walletTexts)
  const { total, available, untilCut } = binaryBalance(wallet, cross)
  return (
    <WalletRow
      wallet={wallet}
      balance={total.toString()}
      hidden={hidden}
      cells={[
        { name: t('free'), value: available.toString() },
        { name: t('waiting'), value: wallet.gameWaitPoint },
        { name: t('lastPnl'), value: cross.lastPnl, isResult: true },
        ...(untilCut === null ? [] : [{ name: t('untilCut'), value: untilCut.toString() }]),
      ]}
    />
  )
}
