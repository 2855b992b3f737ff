import './find.css'
import { useTexts } from '@maru/client/i18n/texts'
import { HeaderBar, Icon, IconButton, Tabs } from '@maru/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DemoBadge } from '../../shell/demo-badge.tsx'
import { LegalFooter } from '../../shell/legal-footer.tsx'
import { FindId } from './find-id.tsx'
import { FindPassword } from './find-password.tsx'
import { findTexts } from './texts.ts'

/** /find: one's username, or a new password, by a code to the phone. */
export default function FindPage() {
  const t = useTexts(findTexts)
  const navigate = useNavigate()
  const [tab, setTab] = useState<'id' | 'password'>('id')
  const back = (
    <IconButton label={t('back')} onClick={() => void navigate('/signin')}>
      <Icon name="back" />
    </IconButton>
  )
  return (
    <>
      <HeaderBar lead={back} title={t('title')}>
        <DemoBadge />
      </HeaderBar>
      <main id="main" className="find">
        <Tabs
          label={t('title')}
          choices={[
            { value: 'id', label: t('id') },
            { value: 'password', label: t('password') },
          ]}
          value={tab}
          onChange={setTab}
          panelId="find-panel"
        />
        <div id="find-panel" role="tabpanel" aria-labelledby={`find-panel-${tab}`}>
          {tab === 'id' ? <FindId onPassword={() => setTab('password')} /> : <FindPassword />}
        </div>
      </main>
      <LegalFooter />
    </>
  )
}
