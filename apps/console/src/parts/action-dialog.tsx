import { Button, type ButtonTone, Dialog, FormError } from '@maru/ui'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../session/words.ts'
import { BeforeAfter, type Change } from './before-after.tsx'
import { ReasonField } from './reason-field.tsx'
import { t } from './texts.ts'
import { useAct } from './use-act.ts'

interface Props<T> {
  title: string
  /** The label of the button that does it. */
  confirm: string
  tone?: ButtonTone
  /** What is said when it was done. */
  done: string
  changes?: readonly Change[]
  canned?: readonly string[]
  /** What is missing before it can be sent, in words; null when nothing is. */
  missing?: string | null
  /** Sends the call: the reason is never empty, the key makes repeats harmless. */
  run: (given: { readonly reason: string; readonly key: string }) => Promise<T>
  onDone?: (reply: T) => void
  onClose: () => void
  /** Fields of its own, above the reason. */
  children?: ReactNode
}

/** An act that changes money or a rule: before → after, a reason, and what came of it. Shown while it is mounted. */
export function ActionDialog<T>(props: Props<T>) {
  const {
    title,
    confirm,
    tone = 'primary',
    done,
    changes = [],
    canned,
    missing = null,
    run,
    onDone,
    onClose,
    children,
  } = props
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The browser would begin with the title.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  const { act, busy, failure } = useAct()
  const lacks = missing ?? (reason.trim() === '' ? t('reasonNeeded') : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lacks !== null) return
    void act({
      run: (key) => run({ reason: reason.trim(), key }),
      done,
      onDone: (reply: T) => {
        onDone?.(reply)
        onClose()
      },
    })
  }
  return (
    <Dialog open title={title} onClose={onClose} className="dlg">
      <form ref={form} onSubmit={submit}>
        {children}
        {changes.length > 0 && <BeforeAfter changes={changes} />}
        <ReasonField value={reason} onValue={setReason} {...(canned && { canned })} />
        {failure !== null && <FormError>{errorText(failure)}</FormError>}
        <div className="acts">
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="submit" tone={tone} disabled={lacks !== null} aria-busy={busy}>
            {lacks ?? (busy ? t('sending') : confirm)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
