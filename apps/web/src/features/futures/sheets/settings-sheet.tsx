import { Button, Segmented, Sheet, SwitchRow } from '@maru/ui'
import { useTexts } from '../../../i18n/texts.ts'
import { changeFuturesSettings, tolerances, useFuturesSettings } from '../settings.ts'
import { futuresTexts } from '../texts.ts'

/** How orders leave: with or without a confirmation, and how far a market order may slip. */
export function SettingsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(futuresTexts)
  const { confirms, tolerance } = useFuturesSettings()
  return (
    <Sheet open={open} title={t('settings')} onClose={onClose}>
      <SwitchRow
        checked={confirms}
        onChange={(on) => changeFuturesSettings({ confirms: on })}
        label={t('settingConfirms')}
        hint={t('settingConfirmsHint')}
      />
      <p className="set-k">{t('settingTolerance')}</p>
      <Segmented
        label={t('settingTolerance')}
        value={tolerance}
        onChange={(value) => changeFuturesSettings({ tolerance: value })}
        choices={tolerances.map((value) => ({ value, label: `${value}%` }))}
      />
      <p className="note">{t('settingToleranceHint')}</p>
      <div className="sheet-a">
        <Button size={52} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Sheet>
  )
}
