import { useState } from 'react'
import { Page } from '../../parts/page.tsx'
import './statement.css'
import { ImportForm } from './import-form.tsx'
import { Tariffs } from './tariffs.tsx'
import { t } from './texts.ts'
import { WaitingLines } from './waiting-lines.tsx'
import { type Opened, WaitingPanel } from './waiting-panel.tsx'

/** Statements of providers that cannot be asked, and the imported lines that wait for a person who did not import them. */
export default function StatementPage() {
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <Page
      title={t('title')}
      sub={<span className="sub">{t('hint')}</span>}
      side={opened && <WaitingPanel key={opened.line.providerRef} {...opened} onClose={() => setOpened(null)} />}
    >
      <div className="stmt">
        <ImportForm />
        <WaitingLines opened={opened} onOpen={setOpened} />
        <Tariffs />
      </div>
    </Page>
  )
}
