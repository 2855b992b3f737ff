import { useTexts } from '@maru/client/i18n/texts'
import type { SignupCheck } from '@maru/contract'
import { Icon, TextField } from '@maru/ui'
import { askCode, type Channel, verifyCode } from '../../protection/contact-codes.ts'
import { IdentityPanel } from '../../protection/identity-panel.tsx'
import { SentCodeForm } from '../../protection/sent-code-form.tsx'
import { useSentCode } from '../../protection/use-sent-code.ts'
import { bind, plain } from './bind.ts'
import { proofTexts } from './proof-texts.ts'
import type { Register } from './use-register.ts'

/** The first stage where a site asks who somebody is: nothing was entered yet that could be lost on the way. */
export function IdentityStage({ register, partner }: { register: Register; partner: string }) {
  const t = useTexts(proofTexts)
  return (
    <fieldset>
      <legend tabIndex={-1}>{t('identity')}</legend>
      <IdentityPanel check={register.proofs.identity} note={partner} />
    </fieldset>
  )
}

/** The last stage: a code proves the number, and the address. */
export function CodesStage({ register, checks }: { register: Register; checks: readonly SignupCheck[] }) {
  const t = useTexts(proofTexts)
  return (
    <>
      {checks.includes('PHONE') && (
        <fieldset>
          <legend tabIndex={-1}>{t('phone')}</legend>
          <ContactCode key={register.form.phone} register={register} channel="phone" />
        </fieldset>
      )}
      {checks.includes('EMAIL') && (
        <fieldset>
          <legend tabIndex={-1}>{t('email')}</legend>
          <TextField
            {...bind(register, 'email', { allow: 'email' })}
            {...plain}
            label={t('address')}
            inputMode="email"
            autoComplete="email"
            maxLength={100}
          />
          <ContactCode key={register.form.email} register={register} channel="email" />
        </fieldset>
      )}
    </>
  )
}

function ContactCode({ register, channel }: { register: Register; channel: Channel }) {
  const t = useTexts(proofTexts)
  const { form, proofs, isValid } = register
  const value = form[channel]
  const code = useSentCode((key) => askCode(channel, { certificateValue: value, key }))
  if (proofs.proofOf(channel) !== undefined)
    return (
      <p className="proved" role="status">
        <Icon name="check" small />
        <span>{t('proved', { value })}</span>
      </p>
    )
  if (value === '' || !isValid(channel)) return null
  const verify = async (secretCode: string) =>
    proofs.prove(channel, { value, proof: await verifyCode(channel, { key: code.key, secretCode }) })
  return <SentCodeForm code={code} to={value} by={channel} action={t('check')} onCode={verify} />
}
