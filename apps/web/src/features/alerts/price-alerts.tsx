import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { PriceAlert } from '@maru/contract'
import { Empty, formatMinute, groupDigits, Icon, IconButton, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { distanceOf } from '../../kit/alerts/distance.ts'
import { alertsQuery } from '../../kit/alerts/query.ts'
import { usePrice } from '../../live/index.ts'
import { askConfirm } from '../../shell/alert.tsx'
import { titleOf } from '../../trading/instruments/title.ts'
import { alertTexts } from './texts.ts'

/** The prices that the member waits for. */
export function PriceAlerts({ alerts, onAdd }: { alerts: readonly PriceAlert[]; onAdd: () => void }) {
  const t = useTexts(alertTexts)
  return (
    <section className="al-s" aria-labelledby="al-prices">
      <div className="al-h">
        <h2 id="al-prices">
          {t('prices')} <small className="num">{alerts.length}</small>
        </h2>
        <button type="button" className="link" onClick={onAdd}>
          <Icon name="plus" small />
          {t('add')}
        </button>
      </div>
      {alerts.length === 0 ? (
        <Empty title={t('none')}>{t('noneText')}</Empty>
      ) : (
        <ul>
          {alerts.map((alert) => (
            <Row key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ alert }: { alert: PriceAlert }) {
  const t = useTexts(alertTexts)
  const id = useId()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { id: alertId, isOn } = alert
  const title = titleOf(alert)
  const wait = useWait(alert)
  const name = `${title} ${wait}`
  const run = async (change: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await change()
    } catch (error) {
      toast({ title: errorText(error), tone: 'warn' })
    } finally {
      await cache.invalidateQueries({ queryKey: alertsQuery.queryKey })
      setBusy(false)
    }
  }
  const turn = () => call('POST /api/alert/:id/turn', { params: { id: String(alertId) }, body: { isOn: !isOn } })
  const remove = async () => {
    if (!(await askConfirm(t('removeAsk', { name }), t('removeYes')))) return
    await run(() => call('POST /api/alert/:id/delete', { params: { id: String(alertId) }, body: {} }))
  }
  return (
    <li className="al-r">
      <i aria-hidden="true">{title.slice(0, 1)}</i>
      <span>
        <b id={id}>
          {title} <em className="num">{wait}</em>
        </b>
        <small className="num">
          <State alert={alert} />
        </small>
      </span>
      <IconButton label={t('remove', { name })} onClick={() => void remove()}>
        <Icon name="close" small />
      </IconButton>
      <button
        type="button"
        role="switch"
        className="sw"
        aria-checked={isOn}
        aria-label={t('turn', { name })}
        aria-busy={busy}
        onClick={() => void run(turn)}
      />
    </li>
  )
}

/** What an alert waits for, in words. */
function useWait({ direction, price, move }: PriceAlert): string {
  const t = useTexts(alertTexts)
  if (move !== null) return t('moves', { percent: move.percent, minutes: move.minutes })
  return price === null || direction === 'MOVE' ? '' : `${groupDigits(price)} ${t(direction)}`
}

function State({ alert: { stock, price, isOn, isRepeated, rungAt } }: { alert: PriceAlert }) {
  const t = useTexts(alertTexts)
  const last = usePrice(stock, 'last')
  const more = isRepeated ? ` · ${t('again')}` : ''
  if (!isOn) return <>{rungAt === null ? t('isOff') : t('rung', { time: formatMinute(rungAt) })}</>
  if (last === undefined) return <>{t('noPrice') + more}</>
  if (price === null) return <>{t('watching', { last: groupDigits(last) }) + more}</>
  const precision = price.split('.')[1]?.length ?? 0
  const { gap, percent } = distanceOf(last, price, precision)
  const bare = (text: string) => groupDigits(text.replace(/^-/, ''))
  return <>{t('left', { last: groupDigits(last), gap: bare(gap), percent: bare(percent) }) + more}</>
}
