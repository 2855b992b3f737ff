import { call, download } from '@maru/client/api/client'
import type { ConsoleSite, SiteBank } from '@maru/contract'
import { Button, Empty } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { useMay } from '../../parts/may.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { errorText } from '../../session/words.ts'
import { AccountTable } from './account-table.tsx'
import { BankDialog } from './bank-dialog.tsx'
import { draftedOf, edit, useDraft } from './draft.ts'
import { SitePart } from './site-part.tsx'
import { t } from './texts.ts'

/** The accounts that members send to, and the banks that they can choose for their own. */
export default function BankTab() {
  return (
    <SitePart title={t('banksAccounts')}>
      {(site) => (
        <>
          <Accounts site={site} />
          <Banks site={site} />
        </>
      )}
    </SitePart>
  )
}

function Accounts({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const [open, setOpen] = useState<SiteBank | 'new' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['site-banks', site.id],
    queryFn: () => call('GET /api/console/site/bank'),
    refetchInterval: deskPollMs,
  })
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('depositAccounts')}</h3>
        <span className="sub">{t('accountsHint')}</span>
        <span className="sp" />
        <SaveCsv
          name={t('depositAccounts')}
          read={(signal) => download('GET /api/console/site/bank.csv', { signal })}
        />
        {may && (
          <Button size={36} onClick={() => setOpen('new')}>
            {t('addAccount')}
          </Button>
        )}
      </header>
      {error ? (
        <Empty title={t('accountsFailed')}>{errorText(error)}</Empty>
      ) : data?.length === 0 ? (
        <Empty title={t('noAccounts')}>{t('noAccountsHint')}</Empty>
      ) : (
        <AccountTable rows={data ?? []} onOpen={may ? setOpen : null} />
      )}
      {open !== null && (
        <BankDialog
          site={site}
          row={open === 'new' ? null : open}
          onDone={() => void refetch()}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function Banks({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { banks } = draftedOf(site, useDraft(site.id))
  const set = (next: readonly string[]) => edit(site.id, { banks: next })
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('banksChosen')}</h3>
        <span className="sub">{t('banksCount', { length: banks.length, length2: site.banks.length })}</span>
        <span className="sp" />
        {may && banks.length < site.banks.length && (
          <Button size={36} onClick={() => set(site.banks.map(({ code }) => code))}>
            {t('allOn')}
          </Button>
        )}
      </header>
      <div className="site-banks">
        {site.banks.map(({ code, name }) => {
          const isOn = banks.includes(code)
          return (
            <button
              key={code}
              type="button"
              className="chip"
              aria-pressed={isOn}
              disabled={!may}
              onClick={() => set(isOn ? banks.filter((one) => one !== code) : [...banks, code])}
            >
              {name}
            </button>
          )
        })}
      </div>
    </section>
  )
}
