import { useTexts } from '@maru/client/i18n/texts'
import { Chip } from '@maru/ui'
import { futuresTexts } from '../texts.ts'

/** What a trigger looks at: last price or mark. */
export function TriggerBy({
  label,
  isMark,
  onChange,
}: {
  label: string
  isMark: boolean
  onChange: (isMark: boolean) => void
}) {
  const t = useTexts(futuresTexts)
  return (
    <fieldset className="tk-by">
      <legend className="sr">{label}</legend>
      <Chip pressed={!isMark} onClick={() => onChange(false)}>
        {t('byLast')}
      </Chip>
      <Chip pressed={isMark} onClick={() => onChange(true)}>
        {t('byMark')}
      </Chip>
    </fieldset>
  )
}
