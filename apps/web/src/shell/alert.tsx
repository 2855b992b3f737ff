import { useTexts } from '@maru/client/i18n/texts'
import { Button, Dialog, holdTouches } from '@maru/ui'
import { create } from 'zustand'
import { appTexts } from './texts.ts'

interface Question {
  text: string
  title?: string
  /** Given: the alert asks, and this is the label of yes. */
  yes?: string
  no?: string
  /** Which answer is the primary one; yes unless told. */
  primary?: 'yes' | 'no'
  answer: (yes: boolean) => void
}

export const useAlerts = create<{ queue: readonly Question[] }>(() => ({ queue: [] }))

const enqueue = (question: Omit<Question, 'answer'>) =>
  new Promise<boolean>((answer) => useAlerts.setState(({ queue }) => ({ queue: [...queue, { ...question, answer }] })))

/** Says something that must be read, under the title 알림. Resolves when it was. */
export const showAlert = async (text: string, title?: string): Promise<void> => {
  await enqueue({ text, ...(title && { title }) })
}

/** Asks; resolves to true for yes. `primary` no: a yes would lose something. */
export const askConfirm = (text: string, yes: string, no?: string, primary: 'yes' | 'no' = 'yes'): Promise<boolean> =>
  enqueue({ text, yes, primary, ...(no && { no }) })

/** Where alerts appear, one after the other: once, at the root of the page. */
export function Alerts() {
  const current = useAlerts(({ queue }) => queue[0])
  const t = useTexts(appTexts)
  const answer = (yes: boolean) => {
    useAlerts.setState(({ queue }) => ({ queue: queue.slice(1) }))
    // The next one stands where this one did: a double tap must not answer it unread.
    holdTouches()
    current?.answer(yes)
  }
  return (
    <Dialog
      open={current !== undefined}
      title={current?.title ?? t('notice')}
      onClose={() => answer(current?.yes === undefined)}
    >
      <p className="body">{current?.text}</p>
      <div className="acts">
        {current?.primary === 'no' ? (
          <>
            <Button onClick={() => answer(true)}>{current.yes}</Button>
            <Button tone="primary" onClick={() => answer(false)} autoFocus>
              {current.no ?? t('cancel')}
            </Button>
          </>
        ) : (
          <>
            {current?.yes !== undefined && <Button onClick={() => answer(false)}>{current.no ?? t('cancel')}</Button>}
            <Button tone="primary" onClick={() => answer(true)} autoFocus>
              {current?.yes ?? t('confirm')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
