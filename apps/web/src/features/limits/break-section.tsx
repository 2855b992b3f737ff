import { submitCommand } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Chip, formatDateTime, Icon, Strip, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { limitsKey } from '../../protection/limits.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { limitTexts } from './texts.ts'

const periods = ['24h', '7d', '30d', '6w'] as const
type Period = (typeof periods)[number]

/** A break that cannot be taken back. */
export function BreakSection({ coolOffUntil }: { coolOffUntil: number | null }) {
  const t = useTexts(limitTexts)
  const cache = useQueryClient()
  const [period, setPeriod] = useState<Period>('24h')
  const [busy, setBusy] = useState(false)
  const resting = coolOffUntil !== null && coolOffUntil > Date.now()
  const start = async () => {
    if (busy || !(await askConfirm(t('breakAsk', { period: t(`break${period}`) }), t('breakYes')))) return
    setBusy(true)
    try {
      cache.setQueryData(limitsKey, await submitCommand('POST /api/limit/cool_off', { period }))
      toast({ title: t('breakStarted') })
    } catch (error) {
      await showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="lim">
      <h2>{t('breakTitle')}</h2>
      <p className="note">{t('breakHint')}</p>
      {resting && (
        <Strip tone="warn">
          <Icon name="info" small />
          <span className="num">{t('breakUntil', { time: formatDateTime(coolOffUntil) })}</span>
        </Strip>
      )}
      <div className="lim-c">
        {periods.map((each) => (
          <Chip key={each} pressed={each === period} onClick={() => setPeriod(each)}>
            {t(`break${each}`)}
          </Chip>
        ))}
      </div>
      <Button className="wide" tone="line" onClick={() => void start()} aria-busy={busy}>
        {t('breakYes')}
      </Button>
    </section>
  )
}
