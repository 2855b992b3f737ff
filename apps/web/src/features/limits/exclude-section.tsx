import { submitCommand } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Check, Chip, Dialog, FormError, formatDateTime, Icon, Strip, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { limitsKey } from '../../protection/limits.ts'
import { appTexts } from '../../shell/texts.ts'
import { useSite } from '../../site/store.ts'
import { limitTexts } from './texts.ts'

const monthsOf = { '6m': 6, '1y': 12, '5y': 60 } as const
type Period = keyof typeof monthsOf
const periods = Object.keys(monthsOf) as Period[]

/** Self-exclusion: a period is chosen first; what it means is read and ticked before it can start. */
export function ExcludeSection({ until }: { until: number | null }) {
  const t = useTexts(limitTexts)
  const fewest = useSite(({ site }) => site?.exclusionMinMonths) ?? 0
  const offered = periods.filter((each) => monthsOf[each] >= fewest)
  const [chosen, setPeriod] = useState<Period | null>(null)
  const period = chosen ?? offered[0] ?? '5y'
  const [asking, setAsking] = useState(false)
  const excluded = until !== null && until > Date.now()
  return (
    <section className="lim">
      <h2>{t('excludeTitle')}</h2>
      <p className="note">{t('excludeHint', { months: fewest })}</p>
      {excluded && (
        <Strip tone="warn">
          <Icon name="info" small />
          <span className="num">{t('excludedUntil', { time: formatDateTime(until) })}</span>
        </Strip>
      )}
      <div className="lim-c lim-c3">
        {offered.map((each) => (
          <Chip key={each} pressed={each === period} onClick={() => setPeriod(each)}>
            {t(`exclude${each}`)}
          </Chip>
        ))}
      </div>
      <Button className="wide" tone="line" onClick={() => setAsking(true)} aria-haspopup="dialog">
        {t(excluded ? 'excludeLonger' : 'excludeOpen')}
      </Button>
      <Dialog open={asking} title={t('excludeAsk', { period: t(`exclude${period}`) })} onClose={() => setAsking(false)}>
        <Confirm period={period} onClose={() => setAsking(false)} />
      </Dialog>
    </section>
  )
}

function Confirm({ period, onClose }: { period: Period; onClose: () => void }) {
  const t = useTexts(limitTexts)
  const tApp = useTexts(appTexts)
  const cache = useQueryClient()
  const [understood, setUnderstood] = useState(false)
  const [state, setState] = useState<'idle' | 'busy' | 'checking'>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  const start = async () => {
    if (!understood || state !== 'idle') return
    setState('busy')
    setFailure(null)
    try {
      cache.setQueryData(
        limitsKey,
        await submitCommand('POST /api/limit/self_exclude', { period }, () => setState('checking')),
      )
      toast({ title: t('excludeStarted') })
      onClose()
    } catch (error) {
      setFailure(error)
      setState('idle')
    }
  }
  return (
    <>
      <ul className="lim-ex">
        <li>{t('excludeNow')}</li>
        <li>
          <strong>{t('excludeNoReturn')}</strong>
        </li>
        <li>{t('excludeOpenBets')}</li>
        <li>
          <a href="tel:1336">{t('excludeHelp')}</a>
        </li>
      </ul>
      <Check checked={understood} onChange={setUnderstood} name="understood">
        {t('excludeUnderstood')}
      </Check>
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="acts">
        <Button onClick={onClose}>{tApp('cancel')}</Button>
        <Button tone="primary" disabled={!understood} aria-busy={state !== 'idle'} onClick={() => void start()}>
          {t(state === 'idle' ? 'excludeYes' : state === 'busy' ? 'excludeSending' : 'checking')}
        </Button>
      </div>
    </>
  )
}
