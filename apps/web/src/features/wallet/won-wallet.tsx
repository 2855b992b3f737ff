import { useTexts } from '@maru/client/i18n/texts'
import type { Wallet } from '@maru/contract'
import type { WonHolding } from '../../kit/won/holding.ts'
import { walletTexts } from './texts.ts'
import { WalletRow } from './wallet-row.tsx'

/** The BINARY wallet: all that it holds, with overseas futures at the last prices, and what that consists of. */
export function WonWalletRow({ wallet, holding, hidden }: { wallet: Wallet; holding: WonHolding; hidden: boolean }) {
  const t = useTexts(walletTexts)
  const { all, available, held, waiting, pnl, untilCut } = holding
  return (
    <WalletRow
      wallet={wallet}
      balance={all.toString()}
      hidden={hidden}
      cells={[
        { name: t('free'), value: available.toString() },
        ...(held === null ? [] : [{ name: t('heldOversea'), value: held.toString() }]),
        { name: t('waiting'), value: waiting.toString() },
        ...(pnl === null ? [] : [{ name: t('lastPnl'), value: pnl.toString(), isResult: true as const }]),
        ...(untilCut === null ? [] : [{ name: t('untilCut'), value: untilCut.toString() }]),
      ]}
    />
  )
}
