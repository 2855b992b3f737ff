import './register.css'
import { Button, FormError, HeaderBar, Icon, IconButton } from '@maru/ui'
import { useParams } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { LegalFooter } from '../../shell/legal-footer.tsx'
import { useSite } from '../../site/store.ts'
import { AgreementFields, ProtectionFields } from './agreement-fields.tsx'
import { steps } from './form.ts'
import { OptionalFields } from './optional-fields.tsx'
import { AccountFields, PersonFields } from './register-fields.tsx'
import { registerTexts } from './texts.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useRegister } from './use-register.ts'

/** Sign-up, also by a partner's link /ref/:partnerCode. */
export default function RegisterPage() {
  const t = useTexts(registerTexts)
  const { partnerCode = '' } = useParams()
  const register = useRegister(partnerCode)
  const leave = useLeaveGuard(register.isDirty)
  const isLicensed = useSite(({ site }) => site?.moneyMode === 'LICENSED')
  const { step } = register
  return (
    <>
      <HeaderBar title={t('title')}>
        <IconButton label={t('close')} onClick={() => void leave('/signin')}>
          <Icon name="close" />
        </IconButton>
      </HeaderBar>
      <main id="main" className="register">
        <form
          ref={register.formRef}
          onSubmit={(event) => void register.submit(event)}
          noValidate
          aria-label={t('title')}
        >
          <Steps step={step} />
          {step === 0 && <AccountFields register={register} />}
          {step === 1 && <PersonFields register={register} />}
          {step === 1 && isLicensed && <OptionalFields register={register} />}
          {step === 2 && <AgreementFields register={register} />}
          {step === 2 && <ProtectionFields register={register} />}
          {register.failure && <FormError>{register.failure}</FormError>}
          <div className="reg-acts">
            {step > 0 && (
              <Button size={52} onClick={() => register.goTo(step - 1)}>
                {t('previous')}
              </Button>
            )}
            <Button type="submit" tone="primary" size={52} aria-busy={register.busy}>
              {t(register.busy ? 'submitting' : step < steps.length - 1 ? 'next' : 'submit')}
            </Button>
          </div>
        </form>
      </main>
      <LegalFooter newTab />
    </>
  )
}

/** Which of the steps this is, as a bar and in words. */
function Steps({ step }: { step: number }) {
  const t = useTexts(registerTexts)
  return (
    <p className="reg-steps">
      {steps.map((fields, index) => (
        <i key={fields[0]} className={index <= step ? 'on' : undefined} />
      ))}
      <span>{t('step', { step: step + 1, total: steps.length })}</span>
    </p>
  )
}
