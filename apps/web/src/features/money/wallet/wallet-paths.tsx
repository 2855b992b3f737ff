import { useTexts } from '@maru/client/i18n/texts'
import type { WalletType } from '@maru/contract'
import { Icon, type IconName } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { moneySiteQuery } from '../../../protection/money-site-query.ts'
import { pathsOf, type WalletPath } from './paths.ts'
import { oneWalletTexts } from './wallet-texts.ts'

const icons: Readonly<Record<WalletPath['act'], IconName>> = {
  deposit: 'download',
  withdraw: 'up',
  convert: 'swap',
  buy: 'plus',
  sell: 'minus',
  transfer: 'exit',
  coupon: 'star',
}

/** What the wallet allows, one tile each. Coins are offered once the site has said which it takes. */
export function WalletPaths({ type }: { type: WalletType }) {
  const t = useTexts(oneWalletTexts)
  const site = useQuery(moneySiteQuery)
  return (
    <nav className="acts acts-w" aria-label={t('actions')}>
      {pathsOf(type, site.data?.coins ?? []).map(({ act, to }) => (
        <Link key={act} to={to}>
          <Icon name={icons[act]} />
          {t(act)}
        </Link>
      ))}
    </nav>
  )
}
