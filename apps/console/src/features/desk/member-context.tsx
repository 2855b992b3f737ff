import type { DeskRequest } from '@maru/contract'
import { requestStatusWords, requestTypeWords, walletWord } from '@maru/contract/desk-words'
import { formatDay, formatKrw, formatMoney } from '@maru/ui'
import { Copied } from '../../parts/copied.tsx'

/** What decides about a request beside itself: the member, his money, and what came and left lately. */
export function MemberContext({ row: { member, memberId, payout, txnId } }: { row: DeskRequest }) {
  return (
    <>
      <h3>
        회원 <span className="r">{member.status === 'DENY' ? '이용 정지' : `가입 ${formatDay(member.createdAt)}`}</span>
      </h3>
      <dl className="kv">
        <dt>회원 번호</dt>
        <dd>
          <Copied text={String(memberId)} label="회원 번호" />
        </dd>
        {member.wallets
          .filter(({ point, type }) => point !== '0' || type === 'BINARY')
          .map(({ type, currency, point }) => (
            <Fact key={type} name={walletWord(type)} value={formatMoney(point, currency)} />
          ))}
        <Fact name="다른 열린 신청" value={`${member.openRequests}건`} />
        <Fact name="입금 30일" value={`${member.deposits30d.count}건 · ${formatKrw(member.deposits30d.won)}`} />
        <Fact name="출금 30일" value={`${member.withdrawals30d.count}건 · ${formatKrw(member.withdrawals30d.won)}`} />
        {payout && (
          <>
            <Fact name="송금" value={`${payout.provider} · ${payout.state}`} />
            {payout.providerRef !== '' && (
              <>
                <dt>제공사 번호</dt>
                <dd>
                  <Copied text={payout.providerRef} label="제공사 번호" />
                </dd>
              </>
            )}
          </>
        )}
        {txnId !== null && (
          <>
            <dt>원장 거래</dt>
            <dd>
              <Copied text={String(txnId)} label="거래 번호" />
            </dd>
          </>
        )}
      </dl>
      <h3>최근 신청</h3>
      <ul className="log">
        {member.newest.map(({ id, type, status, point, currency, createdAt }) => (
          <li key={id}>
            <time>{formatDay(createdAt).slice(5)}</time>
            <span>
              {requestTypeWords[type]} {formatMoney(point, currency)} · {requestStatusWords[status]}
            </span>
          </li>
        ))}
        {member.newest.length === 0 && <li>처음 하는 신청입니다</li>}
      </ul>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
