import { submitCommand } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import type { Limits } from '@maru/contract'
import { Button, FormError, NumericField, Sheet, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { formatAmount } from '../../protection/format-amount.ts'
import { isStricter, type Limit, limitOf, limitsKey, mostMinutes } from '../../protection/limits.ts'
import { appTexts } from '../../shell/texts.ts'
import { useRiseHours } from './rise-hours.ts'
import { kindTexts, limitTexts } from './texts.ts'

export type LimitKey = Pick<Limit, 'kind' | 'window' | 'currency'>

interface Props {
  target: LimitKey | null
  limits: Limits | undefined
  onClose: () => void
}

/** Sets one limit. */
export function LimitSheet({ target, limits, onClose }: Props) {
  const t = useTexts(limitTexts)
  const kind = t(kindTexts[target?.kind ?? 'LOSS'].name)
  const title = t('edit', { kind, window: t(`window${target?.window ?? '24h'}`) })
  return (
    <Sheet open={target !== null} onClose={onClose} title={title}>
      {target && limits && <Form target={target} before={limitOf(limits, target)} onClose={onClose} />}
    </Sheet>
  )
}

function Form({ target, before, onClose }: { target: LimitKey; before: Limit | undefined; onClose: () => void }) {
  const t = useTexts(limitTexts)
  const tApp = useTexts(appTexts)
  const cache = useQueryClient()
  const [value, setValue] = useState<number | null>(before?.amount == null ? null : Number(before.amount))
  const [state, setState] = useState<'idle' | 'busy' | 'checking'>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  const riseHours = useRiseHours()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state !== 'idle') return
    setState('busy')
    setFailure(null)
    const amount = value ? String(value) : null
    try {
      const limit = { ...target, amount }
      const limits = await submitCommand('POST /api/limit/set', { limits: [limit] }, () => setState('checking'))
      cache.setQueryData(limitsKey, limits)
      const later = !isStricter(before?.amount ?? null, amount)
      toast({ title: t('saved'), ...(later && { text: t('savedLater', { hours: riseHours }), durationMs: 4_000 }) })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setState('idle')
    }
  }
  const isTime = target.kind === 'TIME'
  return (
    <form className="sheet-f" onSubmit={(event) => void submit(event)} noValidate>
      <NumericField
        label={t(isTime ? 'time' : 'amount')}
        value={value}
        onValue={setValue}
        max={isTime ? mostMinutes[target.window] : 999_999_999_999}
        suffix={target.currency === 'USDT' ? ' USDT' : t(isTime ? 'minuteUnit' : 'unit')}
        hint={isTime && value ? formatAmount(target.currency, value, t) : t('amountHint')}
        autoFocus
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="sheet-a">
        <Button onClick={onClose}>{tApp('cancel')}</Button>
        <Button type="submit" tone="primary" aria-busy={state !== 'idle'}>
          {t(state === 'idle' ? 'save' : state === 'busy' ? 'saving' : 'checking')}
        </Button>
      </div>
    </form>
  )
}
