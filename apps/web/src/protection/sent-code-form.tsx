import '@maru/ui/code.css'
import './proof.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, buttonClass, CodeField, FormError, formatCountdown } from '@maru/ui'
import type { ReactNode } from 'react'
import { useLeft } from '../shell/countdown.tsx'
import { VirtualNote } from '../shell/virtual-note.tsx'
import { useSite } from '../site/store.ts'
import { sentCodeTexts } from './sent-code-texts.ts'
import { useCodeSubmit } from './use-code-submit.ts'
import type { SentCode } from './use-sent-code.ts'

interface Props {
  readonly code: SentCode
  /** The number or address that it goes to. */
  readonly to: string
  readonly by?: 'phone' | 'email'
  /** What the button does. */
  readonly action: string
  /** Does it with a code; what it throws is shown. */
  readonly onCode: (code: string) => Promise<unknown>
  readonly children?: ReactNode
  /** What else the form asks for, below the code. */
  readonly below?: ReactNode
}

/** A step that takes a code by message: it is sent, counts until its time is over, and can be sent again. */
export function SentCodeForm({ code, to, by = 'phone', action, onCode, children, below }: Props) {
  const t = useTexts(sentCodeTexts)
  const form = useCodeSubmit(onCode)
  const { asked, fault = form.fault } = code
  const left = useLeft(asked?.expiresAt ?? 0)
  const missing = 6 - form.code.length
  const isWhole = missing === 0 && left > 0
  if (asked === null)
    return (
      <div className="sheet-f">
        {children}
        <p className="note">{t(by === 'phone' ? 'sends' : 'mails', { to })}</p>
        {fault !== undefined && <FormError>{fault}</FormError>}
        <DemoNote by={by} />
        <SendButton code={code} className={`${buttonClass({ tone: 'primary', size: 52 })} wide`} onSend={form.clear} />
      </div>
    )
  return (
    <form className="sheet-f" onSubmit={(event) => void form.submit(event, isWhole)} noValidate>
      {children}
      <p className="note" role="status">
        {t(by === 'phone' ? 'sent' : 'mailed', { to })}
      </p>
      {left > 0 ? (
        <CodeField
          key={asked.expiresAt}
          label={t(by === 'phone' ? 'code' : 'mailCode')}
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
            {t('left')} <b className="num">{formatCountdown(left)}</b>
          </span>
        )}
        <SendButton code={code} className="link" onSend={form.clear} />
      </div>
      {below}
      {fault !== undefined && <FormError>{fault}</FormError>}
      <DemoNote by={by} />
      <Button type="submit" tone="primary" size={52} className="wide" disabled={!isWhole} aria-busy={form.busy}>
        {form.busy ? t('working') : missing > 0 && missing < 6 ? t('digitsLeft', { count: missing }) : action}
      </Button>
    </form>
  )
}

/** Where the code stands while no real message is sent. */
function DemoNote({ by }: { by: 'phone' | 'email' }) {
  const t = useTexts(sentCodeTexts)
  const isDemo = useSite(({ site }) => site?.moneyMode !== 'LICENSED')
  if (!isDemo) return null
  return <VirtualNote title={t(by === 'phone' ? 'virtual' : 'virtualMail')}>{t('demo')}</VirtualNote>
}

function SendButton({ code, className, onSend }: { code: SentCode; className: string; onSend: () => void }) {
  const t = useTexts(sentCodeTexts)
  const wait = useLeft(code.resendAt)
  const send = () => {
    onSend()
    void code.send()
  }
  const name = t(code.asked === null ? 'send' : 'resend')
  return (
    <button type="button" className={className} disabled={wait > 0} aria-busy={code.busy} onClick={send}>
      {code.busy ? t('sending') : wait > 0 ? t('resendIn', { time: formatCountdown(wait) }) : name}
    </button>
  )
}
