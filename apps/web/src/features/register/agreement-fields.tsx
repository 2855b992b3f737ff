import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import { Check, FormError, NumericField } from '@maru/ui'
import { registerTexts } from './texts.ts'
import type { Register } from './use-register.ts'

const required = ['adult', 'terms', 'privacy'] as const

export function AgreementFields({ register }: { register: Register }) {
  const t = useTexts(registerTexts)
  const { form, set } = register
  const all = form.adult && form.terms && form.privacy && form.marketing
  const error = register.errorOf('adult')
  const agreeAll = (agreed: boolean) => {
    for (const name of [...required, 'marketing'] as const) set(name, agreed)
  }
  const read = (path: string, label: string) => (
    <a className="link" href={path} target="_blank" rel="noopener" aria-label={`${label} ${t('read')}`}>
      {t('read')}
    </a>
  )
  return (
    <fieldset className="agree">
      <legend tabIndex={-1}>{t('agreements')}</legend>
      <Check checked={all} onChange={agreeAll}>
        <b>{t('agreeAll')}</b>
      </Check>
      <hr />
      <Check checked={form.adult} onChange={(agreed) => set('adult', agreed)} name="adult">
        {t('adult')}
      </Check>
      <div className="agree-r">
        <Check checked={form.terms} onChange={(agreed) => set('terms', agreed)}>
          {t('termsAgree')}
        </Check>
        {read('/more/terms', t('termsAgree'))}
      </div>
      <div className="agree-r">
        <Check checked={form.privacy} onChange={(agreed) => set('privacy', agreed)}>
          {t('privacyAgree')}
        </Check>
        {read('/more/privacy', t('privacyAgree'))}
      </div>
      <Check checked={form.marketing} onChange={(agreed) => set('marketing', agreed)}>
        {t('marketing')}
      </Check>
      {error && <FormError>{error}</FormError>}
    </fieldset>
  )
}

/** A limit that protects the member from the first day (asked at sign-up, never required). */
export function ProtectionFields({ register }: { register: Register }) {
  const t = useTexts(registerTexts)
  const language = useLanguage()
  const { form } = register
  return (
    <fieldset>
      <legend tabIndex={-1}>{t('protection')}</legend>
      <NumericField
        label={t('lossLimit')}
        name="lossLimit"
        value={form.lossLimit}
        onValue={(value) => register.set('lossLimit', value)}
        max={1_000_000_000}
        suffix={language === 'ko' ? '원' : ' KRW'}
        hint={t('lossLimitHint')}
      />
    </fieldset>
  )
}
