import { submitCommand } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import type { Limits } from '@maru/contract'
import { Button, formatDateTime, Icon, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { formatAmount } from '../../protection/format-amount.ts'
import { type Limit, leftOf, limitOf, limitsKey, pendingState, usedPercent, windows } from '../../protection/limits.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import type { LimitKey } from './limit-sheet.tsx'
import { kindTexts, limitTexts } from './texts.ts'

interface Props {
  kind: Limit['kind']
  /** null: a limit of time. */
  currency: Limit['currency']
  limits: Limits
  onEdit: (key: LimitKey) => void
}

/** The three windows of one kind of limit, with what is used of each. */
export function LimitList({ kind, currency, limits, onEdit }: Props) {
  const t = useTexts(limitTexts)
  return (
    <section className="lim">
      <h2>{t(kindTexts[kind].name)}</h2>
      <p className="note">{t(kindTexts[kind].hint)}</p>
      {windows.map((window) => (
        <Row
          key={window}
          limit={limitOf(limits, { kind, window, currency })}
          window={window}
          onEdit={() => onEdit({ kind, window, currency })}
        />
      ))}
    </section>
  )
}

function Row({ limit, window, onEdit }: { limit: Limit | undefined; window: Limit['window']; onEdit: () => void }) {
  const t = useTexts(limitTexts)
  const percent = limit ? usedPercent(limit) : 0
  return (
    <div className="lim-r">
      <button type="button" onClick={onEdit} aria-haspopup="dialog">
        <span>{t(`window${window}`)}</span>
        <b className="num">
          {limit?.amount == null ? t('none') : formatAmount(limit.currency, limit.amount, t)}
          <Icon name="right" small />
        </b>
      </button>
      {limit?.amount != null && (
        <>
          <div className={percent >= 80 ? 'gauge is-warn' : 'gauge'}>
            <i style={{ width: `${percent}%` }} />
          </div>
          <p className="note num">
            {percent === 100 && `${t('reached')} · `}
            {usedText(limit, t)} ({percent}%)
          </p>
        </>
      )}
      {limit && <Pending limit={limit} />}
    </div>
  )
}

/** What of a limit is used; of one of losses, what was won beyond them. */
function usedText(limit: Limit, t: ReturnType<typeof useTexts<keyof typeof limitTexts.ko>>): string {
  const { currency, used } = limit
  const left = formatAmount(currency, leftOf(limit), t)
  return used.startsWith('-')
    ? t('won', { won: formatAmount(currency, used.slice(1), t), left })
    : t('used', { used: formatAmount(currency, used, t), left })
}

function Pending({ limit }: { limit: Limit }) {
  const t = useTexts(limitTexts)
  const cache = useQueryClient()
  const state = pendingState(limit, Date.now())
  if (state === 'none' || limit.pendingFrom === null) return null
  const amount = limit.pendingAmount === null ? t('none') : formatAmount(limit.currency, limit.pendingAmount, t)
  if (state === 'waiting')
    return <p className="note num">{t('pending', { time: formatDateTime(limit.pendingFrom), amount })}</p>
  const confirm = async () => {
    if (!(await askConfirm(t('confirmAsk'), t('confirmYes')))) return
    try {
      cache.setQueryData(limitsKey, await submitCommand('POST /api/limit/confirm', {}))
      toast({ title: t('confirmed') })
    } catch (error) {
      await showAlert(errorText(error))
    }
  }
  return (
    <div className="strip strip-warn">
      {t('pendingReady', { amount })}
      <Button size={36} onClick={() => void confirm()}>
        {t('confirmYes')}
      </Button>
    </div>
  )
}
