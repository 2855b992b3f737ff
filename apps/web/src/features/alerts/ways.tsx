import { useTexts } from '@maru/client/i18n/texts'
import type { AlertChannel, AlertKind, AlertSetting } from '@maru/contract'
import { Check, Icon } from '@maru/ui'
import { useState } from 'react'
import { useSaveSetting } from './queries.ts'
import { QuietSheet } from './quiet-sheet.tsx'
import { alertTexts } from './texts.ts'

const kinds = ['LIQUIDATION', 'PRICE', 'ROUND', 'ORDER', 'MONEY', 'ECONOMIC'] as const satisfies readonly AlertKind[]
const channels = ['app', 'push', 'mail'] as const satisfies readonly AlertChannel[]

/** By which way each kind comes, and when none does. */
export function Ways({ setting, hasMail }: { setting: AlertSetting; hasMail: boolean }) {
  const t = useTexts(alertTexts)
  const save = useSaveSetting()
  const [isQuiet, setQuiet] = useState(false)
  const { quiet } = setting
  const turn = (kind: AlertKind, channel: AlertChannel, on: boolean) =>
    void save((now) => ({
      ...now,
      channels: { ...now.channels, [kind]: { ...now.channels[kind], [channel]: on } },
    }))
  return (
    <section className="al-s" aria-labelledby="al-ways">
      <h2 id="al-ways">{t('ways')}</h2>
      <div className="al-w al-w-h" aria-hidden="true">
        <span />
        {channels.map((channel) => (
          <span key={channel}>{t(channel)}</span>
        ))}
      </div>
      {kinds.map((kind) => (
        <div className="al-w" key={kind}>
          <span aria-hidden="true">{t(kind)}</span>
          {channels.map((channel) => (
            <Check key={channel} checked={setting.channels[kind][channel]} onChange={(on) => turn(kind, channel, on)}>
              <span className="sr">
                {t(kind)} {t(channel)}
              </span>
            </Check>
          ))}
        </div>
      ))}
      {!hasMail && <p className="note">{t('noMail')}</p>}
      <button type="button" className="al-k" onClick={() => setQuiet(true)}>
        <span>{t('quiet')}</span>
        <b className="num">
          {quiet === null ? t('quietOff') : t('quietIs', quiet)}
          <Icon name="right" small />
        </b>
      </button>
      <QuietSheet open={isQuiet} setting={setting} onClose={() => setQuiet(false)} />
    </section>
  )
}
