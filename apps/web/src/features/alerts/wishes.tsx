import { useTexts } from '@maru/client/i18n/texts'
import type { AlertKind, AlertSetting } from '@maru/contract'
import { Chip, SwitchRow } from '@maru/ui'
import { type SettingChange, useSaveSetting } from './queries.ts'
import { alertTexts } from './texts.ts'

const ratios = [50, 60, 70] as const
const firstRatio = 60

const isOn = ({ channels }: AlertSetting, kind: AlertKind) => Object.values(channels[kind]).some(Boolean)

/** Turned on, a kind is told in the app; turned off, nowhere. */
const turned =
  (kind: AlertKind, on: boolean): SettingChange =>
  (now) => ({
    ...now,
    channels: { ...now.channels, [kind]: { app: on, push: on && kind === 'LIQUIDATION', mail: false } },
  })

/** What the member is told of beside prices. */
export function Wishes({ setting }: { setting: AlertSetting }) {
  const t = useTexts(alertTexts)
  const save = useSaveSetting()
  const turn = (kind: AlertKind) => (on: boolean) => void save(turned(kind, on))
  const { earlyRatio } = setting
  return (
    <>
      <section className="al-s" aria-labelledby="al-risk">
        <h2 id="al-risk">{t('risk')}</h2>
        <SwitchRow
          checked={isOn(setting, 'LIQUIDATION')}
          onChange={turn('LIQUIDATION')}
          label={t('warn')}
          hint={t('warnHint')}
        />
        <SwitchRow
          checked={earlyRatio !== null}
          onChange={(on) => void save((now) => ({ ...now, earlyRatio: on ? firstRatio : null }))}
          label={earlyRatio === null ? t('earlyOff') : t('early', { ratio: earlyRatio })}
          hint={t('earlyHint')}
        />
        {earlyRatio !== null && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own.
          <div className="al-q" role="group" aria-label={t('earlyRatio')}>
            {ratios.map((ratio) => (
              <Chip
                key={ratio}
                pressed={ratio === earlyRatio}
                onClick={() => void save((now) => ({ ...now, earlyRatio: ratio }))}
              >
                {ratio}%
              </Chip>
            ))}
          </div>
        )}
      </section>
      <div className="band" />
      <section className="al-s" aria-labelledby="al-events">
        <h2 id="al-events">{t('events')}</h2>
        <SwitchRow checked={isOn(setting, 'ROUND')} onChange={turn('ROUND')} label={t('round')} hint={t('roundHint')} />
        <SwitchRow checked={isOn(setting, 'ORDER')} onChange={turn('ORDER')} label={t('order')} hint={t('orderHint')} />
        <SwitchRow checked={isOn(setting, 'MONEY')} onChange={turn('MONEY')} label={t('money')} hint={t('moneyHint')} />
        <Releases setting={setting} />
      </section>
    </>
  )
}

const importances = [3, 2] as const

/** Economic releases, ten minutes before. */
function Releases({ setting }: { setting: AlertSetting }) {
  const t = useTexts(alertTexts)
  const save = useSaveSetting()
  const isHeard = setting.releases !== null && isOn(setting, 'ECONOMIC')
  const turn = (on: boolean) =>
    void save((now) => ({
      ...(isOn(now, 'ECONOMIC') ? now : turned('ECONOMIC', true)(now)),
      releases: on ? 3 : null,
    }))
  return (
    <>
      <SwitchRow checked={isHeard} onChange={turn} label={t('releases')} hint={t('releasesHint')} />
      {isHeard && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own.
        <div className="al-q" role="group" aria-label={t('importance')}>
          {importances.map((importance) => (
            <Chip
              key={importance}
              pressed={importance === setting.releases}
              onClick={() => void save((now) => ({ ...now, releases: importance }))}
            >
              {t(importance === 3 ? 'importance3' : 'importance2')}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}
