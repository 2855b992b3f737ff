import { useTexts } from '@maru/client/i18n/texts'
import { Segmented, SwitchRow } from '@maru/ui'
import { changeFuturesSettings, tolerances, useFuturesSettings } from '../settings.ts'
import { settingTexts } from './setting-texts.ts'
import '../../../trading/sheets.css'

const questions = [
  ['confirms', 'settingConfirms', 'settingConfirmsHint'],
  ['confirmsClose', 'settingConfirmsClose', 'settingConfirmsCloseHint'],
  ['confirmsReverse', 'settingConfirmsReverse', 'settingConfirmsReverseHint'],
  ['confirmsLines', 'settingConfirmsLines', 'settingConfirmsLinesHint'],
] as const

/** What is asked before it is done, and how far a market order may slip. */
export function OrderSettings() {
  const t = useTexts(settingTexts)
  const settings = useFuturesSettings()
  return (
    <>
      {questions.map(([name, label, hint]) => (
        <SwitchRow
          key={name}
          checked={settings[name]}
          onChange={(on) => changeFuturesSettings({ [name]: on })}
          label={t(label)}
          hint={t(hint)}
        />
      ))}
      <p className="set-k">{t('settingTolerance')}</p>
      <Segmented
        label={t('settingTolerance')}
        value={settings.tolerance}
        onChange={(value) => changeFuturesSettings({ tolerance: value })}
        choices={tolerances.map((value) => ({ value, label: `${value}%` }))}
      />
      <p className="note set-n">{t('settingToleranceHint')}</p>
    </>
  )
}
