import './proof.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, FormError, Icon } from '@maru/ui'
import { VirtualNote } from '../shell/virtual-note.tsx'
import { useSite } from '../site/store.ts'
import { identityTexts } from './identity-texts.ts'
import type { IdentityCheck } from './use-identity-check.ts'

/** Proves who somebody is, on the page of the provider of identities; `note` comes back with him. */
export function IdentityPanel({ check, note = '' }: { check: IdentityCheck; note?: string }) {
  const t = useTexts(identityTexts)
  const isDemo = useSite(({ site }) => site?.moneyMode !== 'LICENSED')
  const { state, name, code, fault, busy } = check
  if (state === 'VERIFIED')
    return (
      <p className="proved" role="status">
        <Icon name="check" small />
        <span>{t('verified', { name: name ?? '' })}</span>
      </p>
    )
  const begin = () => {
    check.forget()
    void check.begin(note)
  }
  return (
    <div className="sheet-f" aria-live="polite">
      <p className="note">{t('how')}</p>
      {state === 'WAITING' && <p className="note">{t('waiting')}</p>}
      {state === 'REFUSED' && <FormError>{t(isRefusal(code) ? code : 'refused')}</FormError>}
      {fault !== undefined && <FormError>{fault}</FormError>}
      {isDemo && <VirtualNote title={t('virtual')}>{t('demo')}</VirtualNote>}
      <Button
        tone={state === 'WAITING' ? 'neutral' : 'primary'}
        size={52}
        className="wide"
        aria-busy={busy}
        onClick={begin}
      >
        {t(busy ? 'opening' : state === 'NONE' ? 'begin' : 'again')}
      </Button>
    </div>
  )
}

type Refusal = 'UNDERAGE' | 'SELF_EXCLUDED' | 'IDENTITY_DUPLICATE' | 'OTP_EXPIRED'
const isRefusal = (code: string | null): code is Refusal => code !== null && Object.hasOwn(identityTexts.ko, code)
