import { useTexts } from '@maru/client/i18n/texts'
import { Button, Sheet } from '@maru/ui'
import { futuresTexts } from '../texts.ts'
import { OrderSettings } from './order-settings.tsx'

/** The order settings, from the ticket. */
export function SettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(futuresTexts)
  return (
    <Sheet open={open} title={t('settings')} onClose={onClose}>
      <OrderSettings />
      <div className="sheet-a">
        <Button size={52} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Sheet>
  )
}
