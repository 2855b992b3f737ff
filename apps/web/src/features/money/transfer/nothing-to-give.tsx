import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { Link } from 'react-router'
import { HeldList } from '../held-list.tsx'
import { transferTexts } from './transfer-texts.ts'

/** Why nothing of a wallet can be given now: what is leaving it, what holds the rest, or that it is empty. */
export function NothingToGive({ wallet }: { wallet: MyWallet }) {
  const t = useTexts(transferTexts)
  const { type, currency, pendingOut = '0' } = wallet
  // A withdrawal that waits bars another one only.
  const held = (wallet.held ?? []).filter(({ cause }) => cause !== 'PENDING')
  const isLeaving = Number(pendingOut) > 0
  return (
    <>
      {isLeaving && (
        <p className="tr-hint">
          {t('pending', { amount: formatMoney(pendingOut, currency) })} <Link to="/dnw">{t('toPending')}</Link>
        </p>
      )}
      {held.length > 0 && <HeldList wallet={{ ...wallet, held }} />}
      {!isLeaving && held.length === 0 && (
        <p className="tr-hint">
          {t('emptyWallet')} <Link to={`/wallet/${type}/${currency}`}>{t('toWallet')}</Link>
        </p>
      )}
    </>
  )
}
