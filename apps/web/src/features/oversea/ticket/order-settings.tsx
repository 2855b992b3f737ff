import { useTexts } from '@maru/client/i18n/texts'
import { NumericInput, Stepper, SwitchRow } from '@maru/ui'
import { useId, useState } from 'react'
import { changeSettings, useMemberSettings } from '../../../settings/member-settings.ts'
import { changeOverseaSettings, useOverseaSettings } from '../settings.ts'
import { ticketSheetTexts } from './sheet-texts.ts'
import { ticketTexts } from './texts.ts'
import '../../../trading/sheets.css'
import './ticket.css'

const questions = [
  ['confirms', 'settingConfirms', 'settingConfirmsHint'],
  ['confirmsClose', 'settingConfirmsClose', 'settingConfirmsCloseHint'],
  ['confirmsLines', 'settingConfirmsLines', 'settingConfirmsLinesHint'],
] as const

interface OrderSettingsProps {
  /** The largest count that an order may have. */
  maxCount: number
  /** The largest distance of TP and SL. */
  maxTicks: number
  /** New default ticks were set. */
  onTicks?: (kind: 'tpTick' | 'slTick', ticks: number) => void
}

/** The counts and ticks that orders begin with, and what is asked before one leaves. */
export function OverseaOrderSettings({ maxCount, maxTicks, onTicks }: OrderSettingsProps) {
  const t = useTexts(ticketSheetTexts)
  const tTicket = useTexts(ticketTexts)
  const settings = useOverseaSettings()
  const tpsl = useMemberSettings(({ tpsl }) => tpsl)
  return (
    <>
      <p className="set-k">{t('settingCounts')}</p>
      <Counts maxCount={maxCount} />
      <p className="note set-n">{t('settingCountsHint', { max: maxCount })}</p>
      <p className="set-k">{t('settingTpsl')}</p>
      <div className="otk-d">
        {(['tp', 'sl'] as const).map((kind) => (
          <Stepper
            key={kind}
            label={tTicket(kind === 'tp' ? 'takeProfitTicks' : 'stopLossTicks')}
            value={tpsl[kind]}
            min={1}
            max={maxTicks}
            step={1}
            decreaseLabel={tTicket('lessTick')}
            increaseLabel={tTicket('moreTick')}
            onValue={(ticks) => {
              if (ticks === null || ticks < 1 || ticks > maxTicks) return
              changeSettings({ tpsl: { ...tpsl, [kind]: ticks } })
              onTicks?.(kind === 'tp' ? 'tpTick' : 'slTick', ticks)
            }}
          />
        ))}
      </div>
      <p className="note set-n">{t('settingTpslHint')}</p>
      {questions.map(([name, label, hint]) => (
        <SwitchRow
          key={name}
          checked={settings[name]}
          onChange={(on) => changeOverseaSettings({ [name]: on })}
          label={t(label)}
          hint={t(hint)}
        />
      ))}
    </>
  )
}

/** The four counts. They are kept once all of them are counts that an order may have. */
function Counts({ maxCount }: { maxCount: number }) {
  const t = useTexts(ticketSheetTexts)
  const id = useId()
  const kept = useMemberSettings(({ orderCnt }) => orderCnt)
  const [typed, setTyped] = useState<readonly (number | null)[]>(kept)
  const change = (place: number, value: number | null) => {
    const next = typed.with(place, value)
    setTyped(next)
    if (next.every((count) => count !== null && count >= 1 && count <= maxCount))
      changeSettings({ orderCnt: next as readonly number[] })
  }
  return (
    <div className="otk-c">
      {typed.map((count, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is.
        <span key={place} className="otk-n">
          <label className="sr" htmlFor={`${id}-${place}`}>
            {t('settingCount', { place: place + 1 })}
          </label>
          <NumericInput
            id={`${id}-${place}`}
            value={count}
            min={1}
            max={maxCount}
            onValue={(value) => change(place, value)}
          />
        </span>
      ))}
    </div>
  )
}
