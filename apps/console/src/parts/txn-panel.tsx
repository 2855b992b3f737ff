import { call } from '@maru/client/api/client'
import type { LedgerCause, LedgerEntry, LedgerTxn } from '@maru/contract'
import { accountWord, reasonWord, walletWord } from '@maru/contract/desk-words'
import { Badge, Empty, formatDateTime, formatMoney, formatSigned, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSiteId } from '../session/staff.ts'
import { errorText } from '../session/words.ts'
import { Copied } from './copied.tsx'
import { SidePanel } from './side-panel.tsx'

const causeWords: Readonly<Record<LedgerCause['kind'], string>> = {
  DNW: '입출금 신청',
  BET: '회차 주문',
  ORDER: '주문',
  FILL: '체결',
  POSITION: '포지션',
}

interface Props {
  entry: LedgerEntry
  onClose: () => void
}

/** A transaction: its postings, which sum to zero per currency, and what caused it. */
export function TxnPanel({ entry, onClose }: Props) {
  const siteId = useSiteId()
  const id = String(entry.txnId)
  const { data: txn, error } = useQuery({
    queryKey: ['ledger-txn', siteId, id],
    queryFn: () => call('GET /api/console/ledger/:id', { params: { id } }),
    retry: false,
  })
  const { amount, currency, reason, walletType, balance, at } = entry
  return (
    <SidePanel title="거래" badges={<Badge>{reasonWord(reason)}</Badge>} onClose={onClose}>
      <p className="sum">{formatSigned(amount, (value) => formatMoney(value, currency))}</p>
      <p className="said num">{formatDateTime(at)}</p>
      <dl className="kv">
        <dt>{walletWord(walletType)} 잔액</dt>
        <dd>{formatMoney(balance, currency)}</dd>
        <dt>거래 번호</dt>
        <dd>
          <Copied text={id} label="거래 번호" />
        </dd>
      </dl>
      {error !== null && <Empty title="거래를 볼 수 없습니다">{errorText(error)}</Empty>}
      {txn ? <Sides txn={txn} /> : error === null && <Skeleton width="100%" height={160} />}
    </SidePanel>
  )
}

function Sides({ txn: { postings, causes, refId } }: { txn: LedgerTxn }) {
  const currencies = [...new Set(postings.map(({ currency }) => currency))]
  return (
    <>
      <h3>전표</h3>
      {currencies.map((currency) => (
        <table key={currency} className="sides" aria-label={`${currency} 전표`}>
          <thead>
            <tr>
              <th>계정</th>
              <th>{currency} · 합 0</th>
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
      <h3>어디에서 왔나</h3>
      <ul className="log">
        {causes.map(({ kind, id, status, at }) => (
          <li key={id}>
            <time>{formatDateTime(at)}</time>
            <span>
              {causeWords[kind]} {id} {status}
            </span>
          </li>
        ))}
        {causes.length === 0 && <li>{refId === null ? '따로 없습니다' : `번호 ${refId}`}</li>}
      </ul>
      <p className="said">원장은 누구도 고칠 수 없습니다. 바로잡을 때는 새 거래를 만듭니다.</p>
    </>
  )
}
