import type { ConsoleSite } from '@maru/contract'
import { Check, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { useMay } from '../../parts/may.tsx'
import { checkWords, draftedOf, edit, languageWords, useDraft } from './draft.ts'
import { SitePart } from './site-part.tsx'
import { t } from './texts.ts'

/** Under which names a site is reached, which languages it speaks, and what it asks at sign-up. */
export default function AddressTab() {
  return (
    <SitePart title={t('addressLanguage')}>
      {(site) => (
        <>
          <Domains site={site} />
          <Languages site={site} />
          <Signup site={site} />
        </>
      )}
    </SitePart>
  )
}

export const domainsIn = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '')

function Domains({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { domains } = draftedOf(site, useDraft(site.id))
  const [text, setText] = useState(domains.join(', '))
  // What was taken back elsewhere shows here, too.
  const shown = domainsIn(text).join() === domains.join() ? text : domains.join(', ')
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('domains')}</h3>
        <span className="sub">{t('domainHint')}</span>
      </header>
      <fieldset disabled={!may} className="site-fields">
        <legend className="sr">{t('domains')}</legend>
        <TextField
          label={t('domainsComma')}
          value={shown}
          maxLength={2_000}
          onValue={(next) => {
            setText(next)
            edit(site.id, { domains: domainsIn(next) })
          }}
        />
        <p className="said">
          {t('prefixes')} <b className="num">{site.stockPrefix}</b>
          {t('prefixOversea')}
          <b className="num">{site.overseaPrefix}</b>
          {t('prefixSame')}
        </p>
      </fieldset>
    </section>
  )
}

const languages = (['ko', 'en'] as const).map((value) => ({ value, label: languageWords[value] }))

function Languages({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { language, guestLanguage } = draftedOf(site, useDraft(site.id))
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('language')}</h3>
      </header>
      <fieldset disabled={!may} className="site-fields site-two">
        <legend className="sr">{t('language')}</legend>
        <div className="site-cap">
          <span>{t('member')}</span>
          <Segmented
            label={t('memberLanguage')}
            choices={languages}
            value={language}
            onChange={(next) => edit(site.id, { language: next })}
          />
        </div>
        <div className="site-cap">
          <span>{t('guest')}</span>
          <Segmented
            label={t('guestLanguage')}
            choices={languages}
            value={guestLanguage}
            onChange={(next) => edit(site.id, { guestLanguage: next })}
          />
        </div>
      </fieldset>
    </section>
  )
}

const checks = ['IDENTITY', 'PHONE', 'EMAIL'] as const

function Signup({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { signupChecks } = draftedOf(site, useDraft(site.id))
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('signupChecks')}</h3>
      </header>
      <fieldset disabled={!may} className="site-fields site-three">
        <legend className="sr">{t('signupChecks')}</legend>
        {checks.map((check) => (
          <Check
            key={check}
            checked={signupChecks.includes(check)}
            onChange={(isOn) =>
              edit(site.id, {
                signupChecks: isOn ? [...signupChecks, check] : signupChecks.filter((one) => one !== check),
              })
            }
          >
            {checkWords[check]}
          </Check>
        ))}
      </fieldset>
    </section>
  )
}
