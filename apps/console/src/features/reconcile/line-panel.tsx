import { Badge, formatDateTime, formatMoney } from '@maru/ui'
import { Link } from 'react-router'
import { Copied } from '../../parts/copied.tsx'
import { lineKindWord, lineStateWords } from '../../parts/desk-words.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { t } from './texts.ts'
import type { Opened } from './use-lines.ts'
import { adviceWords } from './words.ts'

/** One line: what each side says of it, what is between them, and what to do. */
export function LinePanel({ line, account: { provider, currency }, onClose }: Opened & { onClose: () => void }) {
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
    >
      <p className="sum">{money(amount ?? booked)}</p>
      <p className="said">{adviceWords[state]}</p>
      {isLate && <p className="said">{t('lateHint')}</p>}
      <h3>{t('providerStatement')}</h3>
      <dl className="kv">
        <dt>{t('provider')}</dt>
        <dd>{provider}</dd>
        <dt>{t('kind')}</dt>
        <dd>{lineKindWord(line.kind) || '–'}</dd>
        <dt>{t('amount')}</dt>
        <dd>{money(amount)}</dd>
        <dt>{t('fee')}</dt>
        <dd>{money(fee)}</dd>
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
        <dt>{t('inBooksAt')}</dt>
        <dd>{line.bookedAt === null ? '–' : formatDateTime(line.bookedAt)}</dd>
      </dl>
    </SidePanel>
  )
}
