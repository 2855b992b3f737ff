import { Badge, formatDateTime, IconButton } from '@maru/ui'
import { useLink } from '../live/live.ts'
import { useNow } from '../live/use-now.ts'
import { setAppearance, useAppearance } from '../session/appearance.ts'
import { useHome } from '../session/home.ts'
import type { Area } from './areas.ts'
import { LanguageButton } from './language-button.tsx'
import { Palette } from './palette/palette.tsx'
import { SiteSwitch } from './site-switch.tsx'
import { SoundButton } from './sound-button.tsx'
import { t } from './texts.ts'
import { ThemeIcon } from './theme-icon.tsx'

/** The top: which site, whether its money is real, the search, how live the page is, the server's clock, the theme. */
export function Bar({ areas }: { areas: readonly Area[] }) {
  const isDemo = useHome(({ home }) => home?.moneyMode === 'DEMO')
  return (
    <header className="bar">
      <SiteSwitch />
      {isDemo && <Badge tone="demo">{t('demo')}</Badge>}
      <span className="sp" />
      <Palette seen={areas} />
      <span className="sp" />
      <LinkState />
      <Clock />
      <SoundButton />
      <LanguageButton />
      <ThemeButton />
    </header>
  )
}

const linkWords = {
  idle: t('linkIdle'),
  connecting: t('linkConnecting'),
  up: t('linkUp'),
  waiting: t('linkWaiting'),
  offline: t('linkOffline'),
  failed: t('linkFailed'),
} as const

/** How live the page is. */
export function LinkState() {
  const kind = useLink(({ link }) => link.kind)
  return (
    <span role="status">
      <Badge tone={kind === 'up' ? 'ok' : 'warn'}>
        <i className="dot" />
        {linkWords[kind]}
      </Badge>
    </span>
  )
}

/** The server's clock. */
export function Clock() {
  return <time className="num">{formatDateTime(useNow())}</time>
}

/** Light or dark. */
export function ThemeButton() {
  const isDark = useAppearance(({ theme }) => theme) === 'dark'
  const label = isDark ? t('toLight') : t('toDark')
  return (
    <IconButton label={label} title={label} onClick={() => setAppearance({ theme: isDark ? 'light' : 'dark' })}>
      <ThemeIcon isDark={isDark} />
    </IconButton>
  )
}
