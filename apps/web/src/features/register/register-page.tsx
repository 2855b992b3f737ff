import './register.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, FormError, HeaderBar, Icon, IconButton } from '@maru/ui'
import { useParams } from 'react-router'
import { LegalFooter } from '../../shell/legal-footer.tsx'
import { useSite } from '../../site/store.ts'
import { AgreementFields, ProtectionFields } from './agreement-fields.tsx'
import type { Stage } from './form.ts'
import { OptionalFields } from './optional-fields.tsx'
import { CodesStage, IdentityStage } from './proof-stages.tsx'
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
  const { step, stage, stages, checks } = register
  return (
    <>
      <HeaderBar title={t('title')}>
        <IconButton label={t('close')} onClick={() => void leave('/signin')}>
          <Icon name="close" />
        </IconButton>
      </HeaderBar>
      <main id="main" className="register">
        <Steps step={step} stages={stages} />
        {stage === 'identity' && <IdentityStage register={register} partner={register.form.partnerId} />}
        {stage === 'codes' && <CodesStage register={register} checks={checks} />}
        <form
          ref={register.formRef}
          onSubmit={(event) => void register.submit(event)}
          noValidate
          aria-label={t('title')}
        >
          {stage === 'account' && <AccountFields register={register} />}
          {stage === 'person' && <PersonFields register={register} />}
          {stage === 'person' && isLicensed && <OptionalFields register={register} />}
          {stage === 'agreements' && <AgreementFields register={register} />}
          {stage === 'agreements' && <ProtectionFields register={register} />}
          {register.failure && <FormError>{register.failure}</FormError>}
          <div className="reg-acts">
            {step > 0 && (
              <Button size={52} onClick={() => register.goTo(step - 1)}>
                {t('previous')}
              </Button>
            )}
            <Button type="submit" tone="primary" size={52} aria-busy={register.busy}>
              {t(register.busy ? 'submitting' : step < stages.length - 1 ? 'next' : 'submit')}
            </Button>
          </div>
        </form>
      </main>
      <LegalFooter newTab />
    </>
  )
}

/** Which of the steps this is, as a bar and in words. */
function Steps({ step, stages }: { step: number; stages: readonly Stage[] }) {
  const t = useTexts(registerTexts)
  return (
    <p className="reg-steps">
      {stages.map((stage, index) => (
        <i key={stage} className={index <= step ? 'on' : undefined} />
      ))}
      <span>{t('step', { step: step + 1, total: stages.length })}</span>
    </p>
  )
}
