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

const currencies = [
  { value: 'KRW', label: '원' },
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
      ? '제공사를 적어 주세요'
      : !isAmount(form.opening) || !isAmount(form.closing)
        ? '시작 잔액과 끝 잔액을 적어 주세요'
        : file === null
          ? 'CSV 파일을 골라 주세요'
          : file.csv.length > mostBytes
            ? '파일이 너무 큽니다(1 MB까지)'
            : form.reason.trim() === ''
              ? '사유를 적어 주세요'
              : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lacks !== null || file === null) return
    const { provider, day, opening, closing, reason } = form
    const body = { provider: provider.trim(), currency, day, opening, closing, csv: file.csv, reason: reason.trim() }
    void act({
      run: () => call('POST /api/console/statement', { body }),
      done: '거래 내역을 가져왔습니다',
      onDone: ({ lines }) => setTaken(lines),
    })
  }
  return (
    <Page title="거래 내역 가져오기" sub={<span className="sub">제공사에 물을 수 없는 날의 CSV</span>}>
      <section className="panel pad-all narrow">
        <For permission="money" what="가져오기">
          <form onSubmit={submit} aria-label="거래 내역 가져오기">
            {taken !== null && <Strip>{formatCount(taken)}줄을 가져왔습니다. 맞지 않는 줄은 대사에 나타납니다.</Strip>}
            <div className="fields">
              <TextField label="제공사" maxLength={30} {...field('provider')} />
              <TextField label="날짜" type="date" {...field('day')} />
              <TextField label="시작 잔액" inputMode="decimal" {...field('opening')} />
              <TextField label="끝 잔액" inputMode="decimal" {...field('closing')} />
            </div>
            <Segmented label="통화" choices={currencies} value={currency} onChange={setCurrency} />
            <label className="file">
              CSV 파일
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
            <ReasonField {...field('reason')} canned={['제공사가 연결되지 않은 날입니다']} />
            {failure !== null && <FormError>{errorText(failure)}</FormError>}
            <Button type="submit" tone="primary" disabled={lacks !== null} aria-busy={busy}>
              {lacks ?? '가져오기'}
            </Button>
          </form>
        </For>
      </section>
    </Page>
  )
}
