import { call } from '@maru/client/api/client'
import { Button, FormError } from '@maru/ui'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { useAct } from '../../parts/use-act.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'
import { useDraft } from './use-draft.ts'

/** Writes down what colleagues should know of an inquiry, whoever works on it. What is not saved yet stays as a draft. */
export function NoteForm({ id, onChanged }: { id: number; onChanged: () => void }) {
  const { act, busy, failure } = useAct()
  const [text, setText] = useDraft(`note:${id}`)
  const [isOpen, setOpen] = useState(text !== '')
  const wasOpen = useRef(isOpen)
  const open = () => setOpen(true)
  // A draft that was there when the page came leaves the keyboard where it is.
  const focusNew = useCallback((field: HTMLTextAreaElement | null) => {
    if (!wasOpen.current) field?.focus()
  }, [])
  useKeys([{ key: 'm', label: t('writeNote'), run: open }], !isOpen)
  if (!isOpen)
    return (
      <Button size={36} className="sp-new-note" onClick={open}>
        {t('writeNote')} <kbd>M</kbd>
      </Button>
    )
  const close = () => {
    setText('')
    setOpen(false)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act({
      run: (key) =>
        call('POST /api/console/contact/:id/note', {
          params: { id: String(id) },
          key,
          body: { reason: t('noteReason'), text: text.trim() },
        }),
      done: t('noteKept'),
      onDone: () => {
        close()
        onChanged()
      },
    })
  }
  return (
    <form className="sp-note-form" onSubmit={save}>
      <label className="why">
        <span className="lb">{t('noteFor')}</span>
        <textarea
          ref={focusNew}
          rows={3}
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="act2">
        <Button size={36} onClick={close}>
          {t('dropNote')}
        </Button>
        <Button size={36} type="submit" tone="primary" disabled={text.trim() === ''} aria-busy={busy}>
          {t('keepNote')}
        </Button>
      </div>
    </form>
  )
}
