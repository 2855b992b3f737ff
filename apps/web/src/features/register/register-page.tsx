import './register.css'
import { Button, FormError, HeaderBar, Icon, IconButton } from '@maru/ui'
import { useParams } from 'react-router'
import { LegalFooter } from '../../app/chrome/legal-footer.tsx'
import { useTexts } from '../../i18n/texts.ts'
import { AccountFields, AgreementFields, OptionalFields, PersonFields } from './register-fields.tsx'
import { registerTexts } from './texts.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useRegister } from './use-register.ts'

/** Sign-up, also by a partner's link /ref/:partnerCode. */
export default function RegisterPage() {
  const t = useTexts(registerTexts)
  const { partnerCode = '' } = useParams()
  const register = useRegister(partnerCode)
  const leave = useLeaveGuard(register.isDirty)
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
          <AccountFields register={register} />
          <PersonFields register={register} />
          <OptionalFields register={register} />
          <AgreementFields register={register} />
          {register.failure && <FormError>{register.failure}</FormError>}
          <Button type="submit" tone="primary" size={52} aria-busy={register.busy}>
            {t(register.busy ? 'submitting' : 'submit')}
          </Button>
        </form>
      </main>
      <LegalFooter newTab />
    </>
  )
}
