import { call } from '@maru/client/api/client'
import type { SiteFlags } from '@maru/contract'
import { Check, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { domainsIn } from './address-tab.tsx'
import { flagPlaces, languageWords } from './draft.ts'
import { t } from './texts.ts'

const languages = (['ko', 'en'] as const).map((value) => ({ value, label: languageWords[value] }))
const nothingOn: SiteFlags = { oversea: false, p2p: false, futures: false, powerball: false, binary: false }

/** A new site, empty and open to members at once: two SUPERs, who then run it. */
export function CreateSiteDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [form, setForm] = useState({ code: '', name: '', domains: '' })
  const [language, setLanguage] = useState<'ko' | 'en'>('ko')
  const [flags, setFlags] = useState({ ...nothingOn, binary: true })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const on = flagPlaces.flatMap((place) => (place && flags[place.flag] ? [place.name] : []))
  const missing = !/^[a-z0-9_-]{2,40}$/.test(form.code)
    ? t('codeRule')
    : form.name.trim().length < 2
      ? t('nameRule')
      : on.length === 0
        ? t('needProduct')
        : null
  return (
    <ActionDialog
      title={t('makeSite')}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={missing}
      changes={[{ name: form.name.trim() || t('newSite'), before: t('none'), after: on.join(' · ') || t('none') }]}
      run={({ reason, key }) =>
        call('POST /api/console/site/create', {
          params: {},
          body: {
            reason,
            code: form.code,
            name: form.name.trim(),
            domains: domainsIn(form.domains),
            language,
            guestLanguage: language,
            flags,
            liveChat: false,
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        <div className="fields">
          <TextField label={t('codeFixed')} maxLength={40} {...field('code')} />
          <TextField label={t('name')} maxLength={12} {...field('name')} />
        </div>
        <TextField label={t('domainsComma')} maxLength={2_000} {...field('domains')} />
        <Segmented label={t('language')} choices={languages} value={language} onChange={setLanguage} />
        <fieldset className="site-pick">
          <legend>{t('products')}</legend>
          {flagPlaces.map(
            (place) =>
              place && (
                <Check
                  key={place.flag}
                  checked={flags[place.flag]}
                  onChange={(isOn) => setFlags((now) => ({ ...now, [place.flag]: isOn }))}
                >
                  {place.name}
                </Check>
              ),
          )}
        </fieldset>
        <p className="said">{t('newSiteHint')}</p>
      </div>
    </ActionDialog>
  )
}
