import '@maru/ui/code.css'
import './phone-code.css'
import { Button, buttonClass, CodeField, FormError } from '@maru/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { useCodeSubmit } from '../../protection/use-code-submit.ts'
import { useSite } from '../../site/store.ts'
import { useLeft } from './countdown.tsx'
import { phoneCodeTexts } from './phone-code-texts.ts'
import type { PhoneCode } from './use-phone-code.ts'
import { VirtualNote } from './virtual-note.tsx'
import { clockOf } from './words.ts'

interface Props {
  readonly code: PhoneCode
  /** The number that it goes to, masked. */
  readonly phone: string
  /** What the button does. */
  readonly action: string
  /** Does it with a code; what it throws is shown. */
  readonly onCode: (code: string) => Promise<unknown>
  readonly children?: ReactNode
}

/** A step that takes a code by message: it is sent, counts until its time is over, and can be sent again. */
export function PhoneCodeForm({ code, phone, action, onCode, children }: Props) {
  const t = useTexts(phoneCodeTexts)
  const isDemo = useSite(({ site }) => site?.moneyMode !== 'LICENSED')
  const form = useCodeSubmit(onCode)
  const { asked, fault = form.fault } = code
  const left = useLeft(asked?.expiresAt ?? 0)
  const missing = 6 - form.code.length
  const isWhole = missing === 0 && left > 0
  const note = isDemo && <VirtualNote>{t('demo')}</VirtualNote>
  if (asked === null)
    return (
      <div className="sheet-f">
        {children}
        <p className="note">{t('sends', { phone })}</p>
        {fault !== undefined && <FormError>{fault}</FormError>}
        {note}
        <SendButton code={code} className={`${buttonClass({ tone: 'primary', size: 52 })} wide`} onSend={form.clear} />
      </div>
    )
  return (
    <form className="sheet-f" onSubmit={(event) => void form.submit(event, isWhole)} noValidate>
      {children}
      <p className="note" role="status">
        {t('sent', { phone })}
      </p>
      {left > 0 ? (
        <CodeField
          key={asked.expiresAt}
          label={t('code')}
          value={form.code}
          onValue={form.setCode}
          error={form.mismatch}
          autoFocus
        />
      ) : (
        <FormError>{t('expired')}</FormError>
      )}
      <div className="pc-row">
        {left > 0 && (
          <span>
            {t('left')} <b className="num">{clockOf(left)}</b>
          </span>
        )}
        <SendButton code={code} className="link" onSend={form.clear} />
      </div>
      {fault !== undefined && <FormError>{fault}</FormError>}
      {note}
      <Button type="submit" tone="primary" size={52} className="wide" disabled={!isWhole} aria-busy={form.busy}>
        {form.busy ? t('working') : missing > 0 && missing < 6 ? t('digitsLeft', { count: missing }) : action}
      </Button>
    </form>
  )
}

function SendButton({ code, className, onSend }: { code: PhoneCode; className: string; onSend: () => void }) {
  const t = useTexts(phoneCodeTexts)
  const wait = useLeft(code.resendAt)
  const send = () => {
    onSend()
    void code.send()
  }
  const name = t(code.asked === null ? 'send' : 'resend')
  return (
    <button type="button" className={className} disabled={wait > 0} aria-busy={code.busy} onClick={send}>
      {code.busy ? t('sending') : wait > 0 ? t('resendIn', { time: clockOf(wait) }) : name}
    </button>
  )
}
