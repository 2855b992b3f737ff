import { useTexts } from '@maru/client/i18n/texts'
import { HeaderBar, Icon, IconButton } from '@maru/ui'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../session/store.ts'
import { DemoBadge } from '../../shell/demo-badge.tsx'
import { MainMenu } from '../../shell/main-menu.tsx'
import { MessageBell } from '../../shell/message-bell.tsx'
import { appTexts } from '../../shell/texts.ts'
import type { RouteMeta } from '../route-meta.ts'

/** The header of pages that have a title: back arrow (to the first path segment), menu or close icon by the page's meta. */
export function PageHeader({ meta, title }: { meta: RouteMeta; title: string }) {
  const t = useTexts(appTexts)
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  const signedIn = useSession(({ status }) => status === 'success')
  const [menu, setMenu] = useState(false)
  // The first page of a visit has no page before it.
  const hasBefore = key !== 'default'
  const close = () => {
    if (!meta.backUrl && hasBefore) return void navigate(-1)
    // What stands on /more is a member's; a list of /support a guest has read as well.
    const mayBack = signedIn || meta.backUrl?.startsWith('/support/')
    void navigate(mayBack ? (meta.backUrl ?? '/') : '/signin')
  }
  const lead = meta.leftback ? (
    <IconButton label={t('back')} onClick={() => navigate(`/${pathname.split('/')[1] ?? ''}`)}>
      <Icon name="back" />
    </IconButton>
  ) : meta.layout === 'No' ? null : (
    <IconButton label={t('menu')} aria-haspopup="dialog" onClick={() => setMenu(true)}>
      <Icon name="menu" />
    </IconButton>
  )
  return (
    <>
      <HeaderBar lead={lead} title={title}>
        {(meta.layout === 'Wallet' || meta.layout === 'Home') && <DemoBadge />}
        <MessageBell />
        {meta.rightback && (
          <IconButton label={t('close')} onClick={close}>
            <Icon name="close" />
          </IconButton>
        )}
      </HeaderBar>
      <MainMenu open={menu} onClose={() => setMenu(false)} />
    </>
  )
}
