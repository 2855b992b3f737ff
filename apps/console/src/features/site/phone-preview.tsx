import { Badge, BrandMark, Icon } from '@maru/ui'
import type { CSSProperties } from 'react'
import { type Colours, coloursOf } from './colours.ts'
import { t } from './texts.ts'

interface Props {
  name: string
  accent: string | null
  isDemo: boolean
}

/** Two phones as members would see them: nothing of it counts before it was agreed. */
export function PhonePreview({ accent, ...shown }: Props) {
  const colours = coloursOf(accent)
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('preview')}</h3>
        <span className="sub">{t('notSaved')}</span>
      </header>
      <div className="site-phones" aria-hidden="true">
        <Phone theme="light" colours={colours.light} {...shown} />
        <Phone theme="dark" colours={colours.dark} {...shown} />
      </div>
    </section>
  )
}

interface PhoneProps extends Omit<Props, 'accent'> {
  theme: 'light' | 'dark'
  colours: Colours
}

function Phone({ theme, colours, name, isDemo }: PhoneProps) {
  const style = {
    '--accent': colours.accent,
    '--accent-text': colours.accentText,
    '--on-accent': colours.onAccent,
  } as CSSProperties
  return (
    <div className="site-phone" data-theme={theme} data-palette="kr" style={style}>
      <div className="head">
        <BrandMark />
        <b>{name}</b>
        <span className="sp" />
        {isDemo && <Badge tone="warn">{t('demo')}</Badge>}
      </div>
      <small>{t('totalAssets')}</small>
      <p className="total num">{t('sampleAmount')}</p>
      <div className="keys3">
        <span className="btn btn-primary">{t('deposit')}</span>
        <span className="btn">{t('withdrawal')}</span>
        <span className="btn">{t('convert')}</span>
      </div>
      <div className="chips">
        <span className="chip on">{t('minute1')}</span>
        <span className="chip">{t('minute2')}</span>
        <span className="chip">{t('minute5')}</span>
      </div>
      <div className="gauge">
        <i />
      </div>
      <div className="keys2">
        <span className="btn btn-up">{t('buy')}</span>
        <span className="btn btn-down">{t('sell')}</span>
      </div>
      <div className="bottom">
        {(['trade', 'wallet', 'more'] as const).map((icon) => (
          <Icon key={icon} name={icon} />
        ))}
      </div>
    </div>
  )
}
