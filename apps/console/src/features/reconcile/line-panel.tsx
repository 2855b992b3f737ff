import { Badge, Button, formatDateTime, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { Copied } from '../../parts/copied.tsx'
import { lineKindWord, lineStateWords, settleWords } from '../../parts/desk-words.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { t } from './texts.ts'
import type { Opened } from './use-lines.ts'
import { adviceWords } from './words.ts'

/** One line: what each side says of it, what is between them, and what to do. */
export function LinePanel({ line, account, onClose }: Opened & { onClose: () => void }) {
  const { provider, currency } = account
  const [isSettling, setSettling] = useState(false)
  const { state, isLate, amount, fee, booked, providerRef, reference } = line
  const money = (text: string | null) => (text === null ? t('nothing') : formatMoney(text, currency))
  const desk = line.reason === 'WITHDRAWAL' ? '/withdrawals' : line.reason === 'DEPOSIT' ? '/deposits' : null
  return (
    <SidePanel
      title={t('statementLine')}
      badges={
        <Badge tone={state === 'MATCHED' || state === 'UNDONE' ? 'neutral' : 'warn'}>{lineStateWords[state]}</Badge>
      }
      onClose={onClose}
      footer={
        line.maySettle && (
          <For permission="treasury" what={t('settle')}>
            <Button tone="primary" onClick={() => setSettling(true)}>
              {t('settleDots')}
            </Button>
          </For>
        )
      }
    >
      <p className="sum">{money(amount ?? booked)}</p>
      <p className="said">{adviceWords[state]}</p>
      {isLate && <p className="said">{t('lateHint')}</p>}
      {line.correction !== null && <p className="said">{t('correctionOf', { reason: line.correction })}</p>}
      {line.settled !== null && (
        <p className="said">
          {t('settledAs', { as: settleWords[line.settled.as], amount: money(line.settled.amount) })}
        </p>
      )}
      <h3>{t('providerStatement')}</h3>
      <dl className="kv">
        <dt>{t('provider')}</dt>
        <dd>{provider}</dd>
        <dt>{t('kind')}</dt>
        <dd>{lineKindWord(line.kind) || '–'}</dd>
        <dt>{t('amount')}</dt>
        <dd>{money(amount)}</dd>
        <dt>{t('fee')}</dt>
        <dd>
          {money(fee)}
          {line.feeGap !== null && ` (${t('feeGap')} ${money(line.feeGap)})`}
        </dd>
        <dt>{t('number')}</dt>
        <dd>{providerRef === null ? '–' : <Copied text={providerRef} label={t('providerNumber')} />}</dd>
        <dt>{t('memo')}</dt>
        <dd>{reference ?? '–'}</dd>
        <dt>{t('time')}</dt>
        <dd>{line.at === null ? '–' : formatDateTime(line.at)}</dd>
      </dl>
      <h3>{t('ourLedger')}</h3>
      <dl className="kv">
        <dt>{t('amount')}</dt>
        <dd>{money(booked)}</dd>
        <dt>{t('cause')}</dt>
        <dd>{line.reason ?? '–'}</dd>
        <dt>{t('request')}</dt>
        <dd>
          {line.refId !== null && desk !== null ? (
            <Link className="lk" to={desk}>
              {line.refId}
            </Link>
          ) : (
            (line.refId ?? '–')
          )}
        </dd>
        <dt>{t('entry')}</dt>
        <dd>{line.txnId ?? '–'}</dd>
        <dt>{t('posting')}</dt>
        <dd>{line.postingId ?? '–'}</dd>
        <dt>{t('inBooksAt')}</dt>
        <dd>{line.bookedAt === null ? '–' : formatDateTime(line.bookedAt)}</dd>
      </dl>
      {isSettling && <SettleDialog line={line} account={account} onClose={() => setSettling(false)} />}
    </SidePanel>
  )
}
