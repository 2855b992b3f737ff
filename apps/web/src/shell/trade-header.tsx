import { useTexts } from '@maru/client/i18n/texts'
import { HeaderBar, Icon, IconButton } from '@maru/ui'
import { type ReactNode, useState } from 'react'
import { DemoBadge } from './demo-badge.tsx'
import { MainMenu } from './main-menu.tsx'
import { MessageBell } from './message-bell.tsx'
import { appTexts } from './texts.ts'

/** The header of trade pages: menu · the instrument's button (`children`) · 모의투자 and what else stands at the right. */
export function TradeHeader({ children, end }: { children: ReactNode; end?: ReactNode }) {
  const t = useTexts(appTexts)
  const [menu, setMenu] = useState(false)
  return (
    <>
      <HeaderBar
        lead={
          <IconButton label={t('menu')} aria-haspopup="dialog" onClick={() => setMenu(true)}>
            <Icon name="menu" />
          </IconButton>
        }
        title={children}
      >
        <DemoBadge />
        {end}
        <MessageBell />
      </HeaderBar>
      <MainMenu open={menu} onClose={() => setMenu(false)} />
    </>
  )
}
