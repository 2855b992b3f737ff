import { call } from '@maru/client/api/client'
import type { LedgerCause, LedgerEntry, LedgerTxn } from '@maru/contract'
import { Badge, Button, Empty, formatDateTime, formatMoney, formatSigned, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSiteId } from '../session/staff.ts'
import { errorText } from '../session/words.ts'
import { Copied } from './copied.tsx'
import { DeductDialog } from './deduct-dialog.tsx'
import { accountWord, orderStatusWords, reasonWord, requestStatusWords, walletWord } from './desk-words.ts'
import { For } from './may.tsx'
import { SidePanel } from './side-panel.tsx'
import { t } from './texts.ts'

const causeWords: Readonly<Record<LedgerCause['kind'], string>> = {
  DNW: t('refRequest'),
  BET: t('refRoundOrder'),
  ORDER: t('refOrder'),
  FILL: t('refFill'),
  POSITION: t('refPosition'),
}

/** Of what has a state. */
const statusWords: Partial<Record<LedgerCause['kind'], Readonly<Record<string, string>>>> = {
  DNW: requestStatusWords,
  ORDER: orderStatusWords,
}

const tabs = { DNW: 'dnw', BET: 'bet', ORDER: 'order', FILL: 'fill', POSITION: 'position' } as const

/** The page of what caused a posting: its request at the desk, or its row among the member's records. */
const causePath = ({ kind, id, memberId, desk }: Pick<LedgerCause, 'kind' | 'id' | 'memberId' | 'desk'>): string =>
  desk === null ? `/members/${memberId}?tab=${tabs[kind]}&q=${id}` : `/${desk}/${id}?view=all`

interface Props {
  entry: LedgerEntry
  onClose: () => void
}

/** A transaction: its postings, which sum to zero per currency, and what caused it. */
export function TxnPanel({ entry, onClose }: Props) {
  const siteId = useSiteId()
  const [isAsked, setAsked] = useState(false)
  const id = String(entry.txnId)
  const { data: txn, error } = useQuery({
    queryKey: ['ledger-txn', siteId, id],
    queryFn: () => call('GET /api/console/ledger/:id', { params: { id } }),
    retry: false,
  })
  const { amount, currency, reason, walletType, balance, at } = entry
  return (
    <SidePanel title={t('txn')} badges={<Badge>{reasonWord(reason)}</Badge>} onClose={onClose}>
      <p className="sum">{formatSigned(amount, (value) => formatMoney(value, currency))}</p>
      <p className="said num">{formatDateTime(at)}</p>
      <dl className="kv">
        <dt>{t('walletBalance', { walletType: walletWord(walletType) })}</dt>
        <dd>{formatMoney(balance, currency)}</dd>
        <dt>{t('txnNumber')}</dt>
        <dd>
          <Copied text={id} label={t('txnNumber')} />
        </dd>
      </dl>
      {error !== null && <Empty title={t('txnFailed')}>{errorText(error)}</Empty>}
      {reason === 'DEPOSIT' && !amount.startsWith('-') && (
        <For permission="suspense" what={t('deduct')}>
          <Button size={36} onClick={() => setAsked(true)}>
            {t('deduct')}
          </Button>
        </For>
      )}
      {isAsked && <DeductDialog entry={entry} onClose={() => setAsked(false)} />}
      {txn ? <Sides txn={txn} /> : error === null && <Skeleton width="100%" height={160} />}
    </SidePanel>
  )
}

function Sides({ txn: { postings, causes, refId } }: { txn: LedgerTxn }) {
  const currencies = [...new Set(postings.map(({ currency }) => currency))]
  return (
    <>
      <h3>{t('voucher')}</h3>
      {currencies.map((currency) => (
        <table key={currency} className="sides" aria-label={t('voucherOf', { currency })}>
          <thead>
            <tr>
              <th>{t('account')}</th>
              <th>{t('sumZero', { currency })}</th>
            </tr>
          </thead>
          <tbody>
            {postings
              .filter((side) => side.currency === currency)
              .map(({ postingId, account, sub, memberId, walletType, amount }) => (
                <tr key={postingId}>
                  <td>
                    {accountWord(account)}{' '}
                    <small>
                      {memberId === null ? (
                        sub
                      ) : (
                        <>
                          <Link to={`/members/${memberId}`}>{memberId}</Link> {walletWord(walletType ?? '')}
                        </>
                      )}
                    </small>
                  </td>
                  <td className="num">{formatSigned(amount, (value) => formatMoney(value, currency))}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
      <h3>{t('whereFrom')}</h3>
      <ul className="log">
        {causes.map(({ kind, id, memberId, desk, status, at }) => (
          <li key={id}>
            <time>{formatDateTime(at)}</time>
            <Link to={causePath({ kind, id, memberId, desk })}>
              {causeWords[kind]} {id} {statusWords[kind]?.[status] ?? status}
            </Link>
          </li>
        ))}
        {causes.length === 0 && <li>{refId === null ? t('noneOwn') : t('refNumber', { refId })}</li>}
      </ul>
      <p className="said">{t('ledgerFixed')}</p>
    </>
  )
}
