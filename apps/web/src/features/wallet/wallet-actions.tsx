import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { Link } from 'react-router'
import { featuresOf, useSite } from '../../site/store.ts'
import { walletTexts } from './texts.ts'

/** What a member does with his money, and where he sees what became of it. */
export function WalletActions() {
  const t = useTexts(walletTexts)
  const site = useSite(({ site }) => site)
  const { binary, futures, p2p } = site ? featuresOf(site) : { binary: true, futures: false, p2p: false }
  return (
    <nav className="acts3" aria-label={t('actions')}>
      <Link to="/balances/deposit">
        <Icon name="plus" />
        {t('toDeposit')}
      </Link>
      <Link to="/balances/withdraw">
        <Icon name="minus" />
        {t('toWithdraw')}
      </Link>
      <Link to="/wallet/convert/BINARY_FUTURES">
        <Icon name="swap" />
        {t('toConvert')}
      </Link>
      <Link to="/wallet/transfer">
        <Icon name="exit" />
        {t('toTransfer')}
      </Link>
      <Link to="/wallet/dnw_history">
        <Icon name="wallet" />
        {t('toMoneyHistory')}
      </Link>
      {p2p && (
        <Link to="/wallet/p2p">
          <Icon name="user" />
          {t('toP2p')}
        </Link>
      )}
      {(binary || futures) && (
        <Link to="/wallet/history">
          <Icon name="search" />
          {t('toHistory')}
        </Link>
      )}
      <Link to="/more/limits">
        <Icon name="shield" />
        {t('toLimits')}
      </Link>
    </nav>
  )
}
