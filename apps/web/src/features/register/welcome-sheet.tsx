import './welcome.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, formatKrw, formatUsdt, Icon, type IconName, Sheet } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { queryKeys } from '../../api/query-client.ts'
import { homeOf } from '../../shell/landing.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { type WelcomeText, welcomeTexts } from './welcome-texts.ts'

interface Product {
  readonly icon: IconName
  readonly name: WelcomeText
  readonly hint: WelcomeText
  readonly to: string
}

/** What a new member gets to know first: the points that he was given, what there is to trade, and where to start. */
export function WelcomeSheet({ nick, onClose }: { nick: string; onClose: () => void }) {
  const t = useTexts(welcomeTexts)
  const navigate = useNavigate()
  const site = useSite((state) => state.site)
  const wallets = useQuery({ queryKey: queryKeys.wallet, queryFn: () => call('GET /api/wallet/my') }).data ?? []
  const [open, setOpen] = useState(true)
  if (!site) return null
  const features = featuresOf(site)
  const products: (Product | false)[] = [
    features.binary && { icon: 'trade', name: 'rounds', hint: 'roundsHint', to: '/exchange' },
    features.futures && { icon: 'futures', name: 'futures', hint: 'futuresHint', to: '/future' },
    features.oversea && { icon: 'bolt', name: 'oversea', hint: 'overseaHint', to: '/oversea' },
  ]
  const shown = products.filter((product) => product !== false)
  const close = (to?: string) => {
    setOpen(false)
    onClose()
    if (to) void navigate(to)
  }
  return (
    <Sheet open={open} title={t('title', { nick })} onClose={() => close()} className="welcome">
      {site.moneyMode === 'DEMO' && wallets.length > 0 && (
        <section>
          <h3>{t('granted')}</h3>
          <dl className="kv">
            {wallets.map(({ type, currency, point }) => (
              <div key={type}>
                <dt>{t(currency === 'KRW' ? 'krw' : 'usdt')}</dt>
                <dd className="num">{currency === 'KRW' ? formatKrw(point) : `${formatUsdt(point)} USDT`}</dd>
              </div>
            ))}
          </dl>
          <p className="note">{t('grantedHint')}</p>
        </section>
      )}
      <section>
        <h3>{t('products')}</h3>
        <ul>
          {shown.map(({ icon, name, hint, to }) => (
            <li key={to}>
              <button type="button" onClick={() => close(to)}>
                <Icon name={icon} />
                <span>
                  <b>{t(name)}</b>
                  <small>{t(hint)}</small>
                </span>
                <Icon name="right" small />
              </button>
            </li>
          ))}
        </ul>
      </section>
      <p className="welcome-first">{t('first')}</p>
      <div className="sheet-a">
        <Button size={52} onClick={() => close('/more/limits')}>
          {t('limits')}
        </Button>
        <Button size={52} tone="primary" onClick={() => close(shown[0]?.to ?? homeOf(site))}>
          {t('start')}
        </Button>
      </div>
    </Sheet>
  )
}
