import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, toast } from '@maru/ui'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { faqTexts } from './faq-texts.ts'

interface Props {
  id: number
  /** What the house knows of it; null: nothing yet. */
  said: boolean | null
  onSaid: (isHelpful: boolean) => void
}

/** Whether an answer helped: one vote of each member, which he may change. */
export function Helpful({ id, said, onSaid }: Props) {
  const t = useTexts(faqTexts)
  const [isBusy, setBusy] = useState(false)
  const vote = async (isHelpful: boolean) => {
    setBusy(true)
    try {
      onSaid((await call('POST /api/content/faq/vote', { body: { id, isHelpful } })).isHelpful)
    } catch (error) {
      toast({ title: errorText(error), tone: 'warn' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <fieldset className="faq-v" aria-label={t('helpful')} aria-busy={isBusy}>
      <span role="status">{said === null ? t('helpful') : t(said ? 'thanksYes' : 'thanksNo')}</span>
      {([true, false] as const).map((value) => (
        <Button key={String(value)} size={36} aria-pressed={said === value} onClick={() => void vote(value)}>
          {t(value ? 'yes' : 'no')}
        </Button>
      ))}
    </fieldset>
  )
}
