import { call } from '@maru/client/api/client'
import type { ConsoleSite } from '@maru/contract'
import { Badge, Button, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { said } from '../../parts/desk-words.ts'
import { useMay } from '../../parts/may.tsx'
import { draftedOf, edit, useDraft } from './draft.ts'
import { SitePart } from './site-part.tsx'
import { t } from './texts.ts'

/** Virtual points or real money: what real money asks for, each met or not. */
export default function ModeTab() {
  return (
    <SitePart title={t('moneyMode')}>
      {(site) => (
        <>
          <Gate site={site} />
          <Licence key={site.version} site={site} />
        </>
      )}
    </SitePart>
  )
}

const checkNames = {
  licence: t('checkLicence'),
  countries: t('countries'),
  domain: t('domains'),
  feed: t('checkPrices'),
  clock: t('checkClock'),
  demo: t('checkServer'),
  wallets: t('checkEmpty'),
} as const satisfies Record<ConsoleSite['gate'][number]['check'], string>

const modeWords = { DEMO: t('modeDemo'), LICENSED: t('modeLicensed') } as const

function Gate({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const [isAsking, setAsking] = useState(false)
  const wanted = site.moneyMode === 'DEMO' ? 'LICENSED' : 'DEMO'
  const unmet = site.gate.filter(({ check, isMet }) => !isMet && (wanted === 'LICENSED' || check === 'wallets'))
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{modeWords[site.moneyMode]}</h3>
        <span className="sub">{t('modeHint')}</span>
        <span className="sp" />
        {may && (
          <Button size={36} disabled={unmet.length > 0} onClick={() => setAsking(true)}>
            {unmet.length > 0 ? t('leftCount', { length: unmet.length }) : t('changeTo', { mode: modeWords[wanted] })}
          </Button>
        )}
      </header>
      <ul className="site-gate">
        {site.gate.map(({ check, isMet, why }) => (
          <li key={check}>
            <Badge tone={isMet ? 'ok' : 'warn'}>{isMet ? t('met') : t('notMet')}</Badge>
            <b>{checkNames[check]}</b>
            <span>{said(why)}</span>
          </li>
        ))}
      </ul>
      {isAsking && (
        <ActionDialog
          title={t('modeChange')}
          confirm={t('askSecond')}
          done={t('asked')}
          changes={[{ name: site.name, before: modeWords[site.moneyMode], after: modeWords[wanted] }]}
          run={({ reason, key }) =>
            call('POST /api/console/site/mode', {
              params: {},
              body: { version: site.version, moneyMode: wanted, reason },
              key,
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const dayOf = (at: number): string => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
/** The end of a day in Korea; null where it is none. */
const endOf = (day: string): number | null => {
  const at = Date.parse(`${day}T23:59:59+09:00`)
  return Number.isNaN(at) ? null : at
}

function Licence({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { licence, countries } = draftedOf(site, useDraft(site.id))
  const [form, setForm] = useState({
    number: licence?.number ?? '',
    authority: licence?.authority ?? '',
    day: licence ? dayOf(licence.validUntil) : '',
  })
  const [text, setText] = useState(countries.join(', '))
  const set = (fields: Partial<typeof form>) => {
    const next = { ...form, ...fields }
    setForm(next)
    const validUntil = endOf(next.day)
    const isWhole = next.number.trim().length >= 2 && next.authority.trim().length >= 2 && validUntil !== null
    const given = isWhole ? { number: next.number.trim(), authority: next.authority.trim(), validUntil } : null
    edit(site.id, { licence: given })
  }
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('licenceCountries')}</h3>
        <span className="sub">{t('allThree')}</span>
      </header>
      <fieldset disabled={!may} className="site-fields site-three">
        <legend className="sr">{t('licence')}</legend>
        <TextField
          label={t('authority')}
          maxLength={60}
          value={form.authority}
          onValue={(authority) => set({ authority })}
        />
        <TextField
          label={t('licenceNumber')}
          maxLength={60}
          value={form.number}
          onValue={(number) => set({ number })}
        />
        <TextField label={t('validUntil')} type="date" value={form.day} onValue={(day) => set({ day })} />
        <TextField
          label={t('countriesField')}
          maxLength={800}
          value={text}
          onValue={(next) => {
            setText(next)
            const codes = next.toUpperCase().split(/[\s,]+/)
            edit(site.id, { countries: codes.filter((code) => /^[A-Z]{2}$/.test(code)) })
          }}
        />
      </fieldset>
    </section>
  )
}
