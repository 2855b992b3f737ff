import { useTexts } from '@maru/client/i18n/texts'
import { Button, NumericInput, Sheet, SwitchRow } from '@maru/ui'
import { useId } from 'react'
import { tradingTexts } from '../texts.ts'
import {
  type ChartSettings,
  changeChart,
  defaultChartSettings,
  longestPeriod,
  useChartSettings,
} from './chart-settings.ts'

/** Which indicators the chart shows, and over how many candles. Every change is seen and kept at once. */
export function IndicatorSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(tradingTexts)
  const settings = useChartSettings()
  const { volume, ma, ema, bollinger, rsi, macd } = settings
  return (
    <Sheet open={open} title={t('indicators')} onClose={onClose} className="ind">
      <SwitchRow label={t('volume')} checked={volume} onChange={(volume) => changeChart({ volume })} />
      <AverageRow name="ma" label={t('movingAverage')} averages={ma} />
      <AverageRow name="ema" label={t('exponentialAverage')} averages={ema} />
      <SwitchRow
        label={t('bollinger')}
        checked={bollinger.on}
        onChange={(on) => changeChart({ bollinger: { ...bollinger, on } })}
      />
      {bollinger.on && (
        <div className="ind-p">
          <Period
            label={t('period')}
            value={bollinger.period}
            onChange={(period) => changeChart({ bollinger: { ...bollinger, period } })}
          />
          <Period
            label={t('multiple')}
            value={bollinger.multiple}
            most={3}
            onChange={(multiple) => changeChart({ bollinger: { ...bollinger, multiple } })}
          />
        </div>
      )}
      <SwitchRow label={t('rsi')} checked={rsi.on} onChange={(on) => changeChart({ rsi: { ...rsi, on } })} />
      {rsi.on && (
        <div className="ind-p">
          <Period
            label={t('period')}
            value={rsi.period}
            onChange={(period) => changeChart({ rsi: { ...rsi, period } })}
          />
        </div>
      )}
      <SwitchRow
        label={t('macd')}
        hint={`${macd.fast} · ${macd.slow} · ${macd.signal}`}
        checked={macd.on}
        onChange={(on) => changeChart({ macd: { ...macd, on } })}
      />
      <div className="sheet-a">
        <Button size={52} onClick={() => changeChart({ ...defaultChartSettings, interval: settings.interval })}>
          {t('reset')}
        </Button>
        <Button size={52} tone="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </Sheet>
  )
}

function AverageRow({ name, label, averages }: { name: 'ma' | 'ema'; label: string; averages: ChartSettings['ma'] }) {
  const t = useTexts(tradingTexts)
  const change = (next: Partial<ChartSettings['ma']>) => changeChart({ [name]: { ...averages, ...next } })
  return (
    <>
      <SwitchRow label={label} checked={averages.on} onChange={(on) => change({ on })} />
      {averages.on && (
        <div className="ind-p">
          {averages.periods.map((period, place) => (
            <Period
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the period is.
              key={place}
              label={t('periodOf', { name: name.toUpperCase(), place: place + 1 })}
              value={period}
              swatch={place + 1}
              onChange={(value) => change({ periods: averages.periods.with(place, value) as [number, number, number] })}
            />
          ))}
        </div>
      )}
    </>
  )
}

function Period({
  label,
  value,
  most = longestPeriod,
  swatch,
  onChange,
}: {
  label: string
  value: number
  most?: number
  /** Which of the three colours the line has. */
  swatch?: number
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className="ind-f">
      <label htmlFor={id} className={swatch ? 'sr' : 'k'}>
        {label}
      </label>
      {swatch && <i className={`ind-${swatch}`} aria-hidden="true" />}
      <NumericInput
        id={id}
        value={value}
        min={1}
        max={most}
        onValue={(next) => next !== null && next >= 1 && next <= most && onChange(next)}
      />
    </div>
  )
}
