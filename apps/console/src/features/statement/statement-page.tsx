import { call } from '@maru/client/api/client'
import type { Currency } from '@maru/contract'
import { Button, FormError, formatCount, formatDay, Segmented, Strip, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { clock } from '../../live/live.ts'
import { For } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { useAct } from '../../parts/use-act.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

const currencies = [
  { value: 'KRW', label: t('won') },
  { value: 'USDT', label: 'USDT' },
] as const
type Coin = Extract<Currency, 'KRW' | 'USDT'>
const isAmount = (text: string): boolean => /^-?\d{1,18}(\.\d{1,18})?$/.test(text)
const mostBytes = 1_000_000

/** A day's statement of a provider that cannot be asked: a CSV file, taken whole or not at all. */
export default function StatementPage() {
  const [form, setForm] = useState({ provider: '', day: formatDay(clock.now()), opening: '', closing: '', reason: '' })
  const [currency, setCurrency] = useState<Coin>('KRW')
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null)
  const [taken, setTaken] = useState<number | null>(null)
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
    void act({
      run: () => call('POST /api/console/statement', { body }),
      done: t('imported'),
      onDone: ({ lines }) => setTaken(lines),
    })
  }
  return (
    <Page title={t('title')} sub={<span className="sub">{t('hint')}</span>}>
      <section className="panel pad-all narrow">
        <For permission="money" what={t('import')}>
          <form onSubmit={submit} aria-label={t('title')}>
            {taken !== null && <Strip>{t('importedLines', { taken: formatCount(taken) })}</Strip>}
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
                type="file"
                accept=".csv,text/csv"
                onChange={(event) => {
                  const [chosen] = event.currentTarget.files ?? []
                  setTaken(null)
                  if (!chosen) return setFile(null)
                  void chosen.text().then((csv) => setFile({ name: chosen.name, csv }))
                }}
              />
            </label>
            <ReasonField {...field('reason')} canned={[t('whyNotConnected')]} />
            {failure !== null && <FormError>{errorText(failure)}</FormError>}
            <Button type="submit" tone="primary" disabled={lacks !== null} aria-busy={busy}>
              {lacks ?? t('import')}
            </Button>
          </form>
        </For>
      </section>
    </Page>
  )
}
