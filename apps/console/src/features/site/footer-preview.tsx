import type { FooterEntry } from '@maru/contract'
import { Icon, type IconName } from '@maru/ui'
import type { CSSProperties } from 'react'
import { footerWords } from '../../parts/desk-words.ts'
import { coloursOf } from './colours.ts'
import { t } from './texts.ts'

interface Props {
  entries: readonly FooterEntry[]
  accent: string | null
}

const icons: Readonly<Record<FooterEntry, IconName>> = {
  home: 'home',
  trade: 'trade',
  futures: 'futures',
  order: 'bolt',
  wallet: 'wallet',
  search: 'search',
  support: 'info',
  more: 'more',
}

/** The footer as phones show it, light and dark: nothing of it counts before it was agreed. */
export function FooterPreview({ entries, accent }: Props) {
  const colours = coloursOf(accent)
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('footerPreview')}</h3>
        <span className="sub">{t('notSaved')}</span>
      </header>
      <div className="site-footers" aria-hidden="true">
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            data-palette="kr"
            style={{ '--accent': colours[theme].accent } as CSSProperties}
          >
            {entries.map((entry, place) => (
              <span key={entry} className={place === 0 ? 'on' : undefined}>
                <Icon name={icons[entry]} />
                {footerWords[entry]}
              </span>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
