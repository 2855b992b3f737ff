import { useTexts } from '@maru/client/i18n/texts'
import { Button, Sheet } from '@maru/ui'
import { OrderSounds } from '../../../settings/order-sounds.tsx'
import { OverseaOrderSettings } from './order-settings.tsx'
import { ticketSheetTexts } from './sheet-texts.ts'
import { ticketTexts } from './texts.ts'

/** The order settings, from the ticket. */
export function SettingsSheet({
  open,
  onClose,
  ...rest
}: {
  open: boolean
  maxCount: number
  maxTicks: number
  onClose: () => void
  onTicks: (kind: 'tpTick' | 'slTick', ticks: number) => void
}) {
  const t = useTexts(ticketTexts)
  const tSheet = useTexts(ticketSheetTexts)
  return (
    <Sheet open={open} title={t('settings')} onClose={onClose}>
      <OverseaOrderSettings {...rest} />
      <p className="set-k">{tSheet('settingSounds')}</p>
      <OrderSounds />
      <div className="sheet-a">
        <Button size={52} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Sheet>
  )
}
