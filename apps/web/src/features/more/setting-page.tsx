import './more.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { Palette, Theme } from '@maru/client/page/appearance'
import { Direction, Segmented, SwitchRow } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { setAppearance, useAppearance } from '../../settings/appearance.ts'
import { changeSettings, useMemberSettings } from '../../settings/member-settings.ts'
import { OrderSounds } from '../../settings/order-sounds.tsx'
import { featuresOf, useSite } from '../../site/store.ts'
import { moreTexts } from './texts.ts'

interface SettingProps {
  /** What a member sets for the orders of each book. */
  readonly futuresOrders: ComponentType
  readonly overseaOrders: ComponentType<{ maxCount: number; maxTicks: number }>
}

/** Look, sounds, alarms and order confirmations of this device. */
export function SettingPage({ futuresOrders: FuturesOrders, overseaOrders }: SettingProps) {
  const t = useTexts(moreTexts)
  const site = useSite(({ site }) => site)
  const { futures, oversea } = site ? featuresOf(site) : { futures: false, oversea: false }
  return (
    <main id="main">
      <section className="set">
        <h2>{t('appearance')}</h2>
        <Look />
      </section>
      <div className="band" />
      <section className="set">
        <h2>{t('alarms')}</h2>
        <Sounds />
      </section>
      {futures && (
        <>
          <div className="band" />
          <section className="set">
            <h2>{t('futuresOrders')}</h2>
            <FuturesOrders />
          </section>
        </>
      )}
      {oversea && <OverseaOrders settings={overseaOrders} />}
      <p className="note set-d">{t('onDevice')}</p>
    </main>
  )
}

function OverseaOrders({ settings: Settings }: { settings: SettingProps['overseaOrders'] }) {
  const t = useTexts(moreTexts)
  const options = useQuery(overseaOptionsQuery).data
  if (!options || options.length === 0) return null
  return (
    <>
      <div className="band" />
      <section className="set">
        <h2>{t('overseaOrders')}</h2>
        <Settings
          maxCount={Math.max(...options.map(({ maxCount }) => maxCount))}
          maxTicks={Math.max(...options.map(({ maxExitTicks }) => maxExitTicks))}
        />
      </section>
    </>
  )
}

function Look() {
  const t = useTexts(moreTexts)
  const { theme, palette } = useAppearance()
  return (
    <>
      <p className="set-k">{t('theme')}</p>
      <Segmented<Theme>
        label={t('theme')}
        value={theme}
        onChange={(next) => setAppearance({ theme: next })}
        choices={[
          { value: 'dark', label: t('themeDark') },
          { value: 'light', label: t('themeLight') },
          { value: 'system', label: t('themeSystem') },
        ]}
      />
      <p className="set-k">{t('palette')}</p>
      <Segmented<Palette>
        label={t('palette')}
        value={palette}
        onChange={(next) => setAppearance({ palette: next })}
        choices={[
          { value: 'kr', label: t('paletteKr') },
          { value: 'intl', label: t('paletteIntl') },
          { value: 'cvd', label: t('paletteCvd') },
        ]}
      />
      <div className="set-sample">
        <span>{t('sample')}</span>
        <Direction value="1">+1.24%</Direction>
        <Direction value="-1">−0.18%</Direction>
      </div>
      <p className="note">{t('paletteHint')}</p>
    </>
  )
}

function Sounds() {
  const t = useTexts(moreTexts)
  const isAlarm = useMemberSettings(({ isAlarm }) => isAlarm)
  return (
    <>
      <OrderSounds />
      <SwitchRow
        checked={isAlarm}
        onChange={(on) => changeSettings({ isAlarm: on })}
        label={t('betEnd')}
        hint={t('betEndHint')}
      />
    </>
  )
}
