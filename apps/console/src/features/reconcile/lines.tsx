import type { ReconcileAccount } from '@maru/contract'
import { Badge, Empty, formatMoney, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { LinesTable } from './lines-table.tsx'
import type { Opened, View } from './use-lines.ts'

const views = [
  { value: 'ALL', label: '모두' },
  { value: 'OPEN', label: '다른 것만' },
] as const
const nameOf = ({ provider, currency }: ReconcileAccount) => `${provider} ${currency}`

interface Props {
  accounts: readonly ReconcileAccount[]
  opened: Opened | null
  onOpen: (opened: Opened | null) => void
}

/** An account that a provider keeps: a day of its statement beside the ledger. */
export function Lines({ accounts, opened, onOpen }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const [view, setView] = useState<View>('ALL')
  useKeys([{ key: 'd', label: '다른 것만', run: () => setView(view === 'ALL' ? 'OPEN' : 'ALL') }])
  const account = accounts.find((one) => nameOf(one) === chosen) ?? accounts.find(({ open }) => open > 0) ?? accounts[0]
  if (!account)
    return (
      <section className="panel">
        <Empty title="받은 명세가 없습니다">제공사의 명세는 매시 읽고, 손으로는 거래 내역에서 가져옵니다.</Empty>
      </section>
    )
  const { currency, opening, closing, isFinal, isImported, open, late } = account
  return (
    <section className="panel rec-lines" aria-labelledby="lines">
      <header className="rec-h">
        <h2 id="lines">명세 맞추기</h2>
        <label className="rec-pick">
          <span className="sr">계정</span>
          <select value={nameOf(account)} onChange={({ target }) => setChosen(target.value)}>
            {accounts.map((one) => (
              <option key={nameOf(one)}>{nameOf(one)}</option>
            ))}
          </select>
        </label>
        <TextField label="날짜" type="date" value={day ?? account.day} onValue={setDay} />
        {open > 0 && (
          <Badge tone={late > 0 ? 'warn' : 'neutral'}>{late > 0 ? `늦은 것 ${late}` : `기다림 ${open}`}</Badge>
        )}
        <span className="sp" />
        <Segmented label="보기" choices={views} value={view} onChange={setView} />
      </header>
      <p className="rec-sum dim">
        {account.day} 시작 {formatMoney(opening, currency)} → 끝 {formatMoney(closing, currency)} ·{' '}
        {isFinal ? '확정' : '진행 중'}
        {isImported && ' · 손으로 가져옴'}
      </p>
      <LinesTable account={{ ...account, day: day ?? account.day }} view={view} opened={opened} onOpen={onOpen} />
    </section>
  )
}
