import { useTexts } from '@maru/client/i18n/texts'
import { Check } from '@maru/ui'
import { changeFuturesSettings, useFuturesSettings } from '../settings.ts'
import { futuresTexts } from '../texts.ts'

/** What the list is narrowed to, and what is done to all of it. */
export function ListHead({
  action,
  disabled,
  onAction,
}: {
  action?: string
  disabled?: boolean
  onAction?: () => void
}) {
  const t = useTexts(futuresTexts)
  const onlyThis = useFuturesSettings(({ onlyThis }) => onlyThis)
  return (
    <div className="lst">
      <Check checked={onlyThis} onChange={(on) => changeFuturesSettings({ onlyThis: on })}>
        {t('onlyThis')}
      </Check>
      {action && (
        <button type="button" className="link" disabled={disabled} onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  )
}
