import { Button, Dialog } from '@maru/ui'
import { create } from 'zustand'
import { useTexts } from '../i18n/texts.ts'
import { appTexts } from './texts.ts'

interface Question {
  text: string
  title?: string
  /** Given: the alert asks, and this is the label of yes. */
  yes?: string
  no?: string
  answer: (yes: boolean) => void
}

const useAlerts = create<{ queue: readonly Question[] }>(() => ({ queue: [] }))

const enqueue = (question: Omit<Question, 'answer'>) =>
  new Promise<boolean>((answer) => useAlerts.setState(({ queue }) => ({ queue: [...queue, { ...question, answer }] })))

/** Says something that must be read, under the title 알림. Resolves when it was. */
export const showAlert = async (text: string, title?: string): Promise<void> => {
  await enqueue({ text, ...(title && { title }) })
}

/** Asks; resolves to true for yes. */
export const askConfirm = (text: string, yes: string, no?: string): Promise<boolean> =>
  enqueue({ text, yes, ...(no && { no }) })

/** Where alerts appear, one after the other: once, at the root of the page. */
export function Alerts() {
  const current = useAlerts(({ queue }) => queue[0])
  const t = useTexts(appTexts)
  const answer = (yes: boolean) => {
    useAlerts.setState(({ queue }) => ({ queue: queue.slice(1) }))
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
        {current?.yes !== undefined && <Button onClick={() => answer(false)}>{current.no ?? t('cancel')}</Button>}
        <Button tone="primary" onClick={() => answer(true)} autoFocus>
          {current?.yes ?? t('confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
