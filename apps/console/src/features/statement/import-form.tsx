import { call } from '@maru/client/api/client'
import type { Currency, StatementPreview } from '@maru/contract'
import { Button, FormError, formatDay, Segmented, TextField } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { clock } from '../../live/live.ts'
import { For } from '../../parts/may.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { type Chosen, ColumnFields, wholeColumns } from './column-fields.tsx'
import { headOf } from './file-head.ts'
import { FileSource } from './file-source.tsx'
import { ImportPreview } from './import-preview.tsx'
import './statement.css'
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

/** The columns that were chosen for each provider's files. */
function useStoredColumns() {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['statement-columns', siteId],
    queryFn: () => call('GET /api/console/statement/columns'),
  })
  return (provider: string): Chosen => data?.providers.find((one) => one.provider === provider)?.columns ?? {}
}

/** A day's statement: a file or what was pasted, previewed, and taken whole or not at all once a second person approved it. */
export function ImportForm() {
  const [form, setForm] = useState({ provider: '', day: formatDay(clock.now()), opening: '', closing: '' })
  const [reason, setReason] = useState('')
  const [currency, setCurrency] = useState<Coin>('KRW')
  const [csv, setCsv] = useState('')
  const [scope, setScope] = useState<Scope>('DAY')
  const [picked, setPicked] = useState<Chosen | null>(null)
  const [seen, setSeen] = useState<{ of: string; preview: StatementPreview } | null>(null)
  const storedOf = useStoredColumns()
  const { act, busy, failure } = useAct()
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const provider = form.provider.trim()
  const head = csv === '' ? null : headOf(csv)
  const chosen = picked ?? storedOf(provider)
  const columns = head === null ? null : wholeColumns(chosen)
  const body = {
    ...{ ...form, provider, currency, csv, isCorrection: scope === 'CORRECTION' },
    ...(columns !== null && { columns }),
  }
  const preview = seen?.of === JSON.stringify(body) ? seen.preview : null
  const lacks = missing({ ...form, provider, csv }) ?? (head !== null && columns === null ? t('needColumns') : null)
  const unready = preview === null ? t('previewFirst') : preview.faults.length > 0 ? t('unreadable') : null
  const notYet = unready ?? (reason.trim() === '' ? t('needReason') : null)
  const look = () =>
    void act({
      run: (key) => call('POST /api/console/statement/preview', { params: {}, body, key }),
      done: t('previewed'),
      onDone: (made: StatementPreview) => setSeen({ of: JSON.stringify(body), preview: made }),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (notYet !== null) return
    void act({
      run: (key) => call('POST /api/console/statement', { params: {}, body: { ...body, reason: reason.trim() }, key }),
      done: t('asked'),
      onDone: () => setCsv(''),
    })
  }
  return (
    <section className="panel pad-all narrow">
      <For permission="money" what={t('import')}>
        <form onSubmit={submit} aria-label={t('title')} className="import">
          <Segmented label={t('scope')} choices={scopes} value={scope} onChange={setScope} />
          {scope === 'CORRECTION' && <p className="dim">{t('correctionHint')}</p>}
          <div className="fields">
            <TextField label={t('provider')} maxLength={30} {...field('provider')} />
            <TextField label={t('date')} type="date" {...field('day')} />
            <TextField label={t('opening')} inputMode="decimal" {...field('opening')} />
            <TextField label={t('closing')} inputMode="decimal" {...field('closing')} />
          </div>
          <Segmented label={t('currency')} choices={currencies} value={currency} onChange={setCurrency} />
          <FileSource csv={csv} onCsv={setCsv} />
          {head !== null && <ColumnFields head={head} chosen={chosen} onChosen={setPicked} />}
          <Button onClick={look} disabled={lacks !== null} aria-busy={busy}>
            {lacks ?? t('preview')}
          </Button>
          {preview && <ImportPreview preview={preview} currency={currency} />}
          <ReasonField value={reason} onValue={setReason} canned={[t('whyNotConnected')]} />
          {failure !== null && <FormError>{errorText(failure)}</FormError>}
          <Button type="submit" tone="primary" disabled={notYet !== null} aria-busy={busy}>
            {notYet ?? t('askSecond')}
          </Button>
        </form>
      </For>
    </section>
  )
}

/** What has to be entered before the file can be read; null: nothing. */
function missing(given: { provider: string; opening: string; closing: string; csv: string }): string | null {
  if (given.provider === '') return t('needProvider')
  if (!isAmount(given.opening) || !isAmount(given.closing)) return t('needBalances')
  if (given.csv === '') return t('needFile')
  return given.csv.length > mostBytes ? t('fileTooLarge') : null
}
