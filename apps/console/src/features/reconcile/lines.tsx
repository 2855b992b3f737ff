import type { ReconcileAccount } from '@maru/contract'
import { Badge, Empty, formatMoney, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { LinesTable } from './lines-table.tsx'
import { t } from './texts.ts'
import type { Opened, View } from './use-lines.ts'

const views = [
  { value: 'ALL', label: t('all') },
  { value: 'OPEN', label: t('onlyDifferent') },
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
  useKeys([{ key: 'd', label: t('onlyDifferent'), run: () => setView(view === 'ALL' ? 'OPEN' : 'ALL') }])
  const account = accounts.find((one) => nameOf(one) === chosen) ?? accounts.find(({ open }) => open > 0) ?? accounts[0]
  if (!account)
    return (
      <section className="panel">
        <Empty title={t('noStatements')}>{t('noStatementsHint')}</Empty>
      </section>
    )
  const { currency, opening, closing, isFinal, isImported, corrected, open, late } = account
  return (
    <section className="panel rec-lines" aria-labelledby="lines">
      <header className="rec-h">
        <h2 id="lines">{t('matchStatements')}</h2>
        <label className="rec-pick">
          <span className="sr">{t('account')}</span>
          <select value={nameOf(account)} onChange={({ target }) => setChosen(target.value)}>
            {accounts.map((one) => (
              <option key={nameOf(one)}>{nameOf(one)}</option>
            ))}
          </select>
        </label>
        <TextField label={t('date')} type="date" value={day ?? account.day} onValue={setDay} />
        {open > 0 && (
          <Badge tone={late > 0 ? 'warn' : 'neutral'}>
            {late > 0 ? t('lateCount', { late }) : t('openCount', { open })}
          </Badge>
        )}
        <span className="sp" />
        <Segmented label={t('show')} choices={views} value={view} onChange={setView} />
      </header>
      <p className="rec-sum dim">
        {t('dayLine', {
          day: account.day,
          opening: formatMoney(opening, currency),
          closing: formatMoney(closing, currency),
          state: isFinal ? t('final') : t('running'),
        })}
        {isImported && t('byHand')}
        {corrected !== null &&
          t('correctedDay', {
            opening: formatMoney(corrected.opening, currency),
            closing: formatMoney(corrected.closing, currency),
          })}
      </p>
      <LinesTable account={{ ...account, day: day ?? account.day }} view={view} opened={opened} onOpen={onOpen} />
    </section>
  )
}
