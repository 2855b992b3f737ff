import { Icon } from '@maru/ui'
import { Link } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { walletTexts } from './texts.ts'

/** Only what this version can do. */
export function WalletActions() {
  const t = useTexts(walletTexts)
  const site = useSite(({ site }) => site)
  const { binary, futures, oversea } = site ? featuresOf(site) : { binary: true, futures: false, oversea: false }
  return (
    <nav className="acts3" aria-label={t('actions')}>
      {binary && (
        <Link to="/exchange">
          <Icon name="trade" />
          {t('toTrade')}
        </Link>
      )}
      {futures && (
        <Link to="/future">
          <Icon name="futures" />
          {t('toFutures')}
        </Link>
      )}
      {oversea && (
        <Link to="/oversea">
          <Icon name="bolt" />
          {t('toOversea')}
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
