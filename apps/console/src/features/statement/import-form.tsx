import { call } from '@maru/client/api/client'
import type { Currency } from '@maru/contract'
import { Button, FormError, formatDay, Segmented, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { clock } from '../../live/live.ts'
import { For } from '../../parts/may.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { useAct } from '../../parts/use-act.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

const currencies = [
  { value: 'KRW', label: t('won') },
  { value: 'USDT', label: 'USDT' },
] as const
const scopes = [
  { value: 'DAY', label: t('wholeDay') },
  { value: 'CORRECTION', label: t('correction') },
] as const
type Scope = (typeof scopes)[number]['value']
type Coin = Extract<Currency, 'KRW' | 'USDT'>
const isAmount = (text: string): boolean => /^-?\d{1,18}(\.\d{1,18})?$/.test(text)
const mostBytes = 1_000_000

/** A day's statement: a CSV file, taken whole or not at all once a second person approved it. */
export function ImportForm() {
  const [form, setForm] = useState({ provider: '', day: formatDay(clock.now()), opening: '', closing: '', reason: '' })
  const [currency, setCurrency] = useState<Coin>('KRW')
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null)
  const [scope, setScope] = useState<Scope>('DAY')
  const { act, busy, failure } = useAct()
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const lacks =
    form.provider.trim() === ''
      ? t('needProvider')
      : !isAmount(form.opening) || !isAmount(form.closing)
        ? t('needBalances')
        : file === null
          ? t('needFile')
          : file.csv.length > mostBytes
            ? t('fileTooLarge')
            : form.reason.trim() === ''
              ? t('needReason')
              : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lacks !== null || file === null) return
    const { provider, day, opening, closing, reason } = form
    const body = { provider: provider.trim(), currency, day, opening, closing, csv: file.csv, reason: reason.trim() }
    const isCorrection = scope === 'CORRECTION'
    void act({
      run: (key) => call('POST /api/console/statement', { params: {}, body: { ...body, isCorrection }, key }),
      done: t('asked'),
      onDone: () => setFile(null),
    })
  }
  return (
    <section className="panel pad-all narrow">
      <For permission="money" what={t('import')}>
        <form onSubmit={submit} aria-label={t('title')}>
          <Segmented label={t('scope')} choices={scopes} value={scope} onChange={setScope} />
          {scope === 'CORRECTION' && <p className="dim">{t('correctionHint')}</p>}
          <div className="fields">
            <TextField label={t('provider')} maxLength={30} {...field('provider')} />
            <TextField label={t('date')} type="date" {...field('day')} />
            <TextField label={t('opening')} inputMode="decimal" {...field('opening')} />
            <TextField label={t('closing')} inputMode="decimal" {...field('closing')} />
          </div>
          <Segmented label={t('currency')} choices={currencies} value={currency} onChange={setCurrency} />
          <label className="file">
            {t('csvFile')}
            <input
              key={file === null ? 'none' : 'chosen'}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? []
                if (!chosen) return setFile(null)
                void chosen.text().then((csv) => setFile({ name: chosen.name, csv }))
              }}
            />
            {file !== null && <span>{file.name}</span>}
          </label>
          <ReasonField {...field('reason')} canned={[t('whyNotConnected')]} />
          {failure !== null && <FormError>{errorText(failure)}</FormError>}
          <Button type="submit" tone="primary" disabled={lacks !== null} aria-busy={busy}>
            {lacks ?? t('askSecond')}
          </Button>
        </form>
      </For>
    </section>
  )
}
