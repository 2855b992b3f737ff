import type { HouseStatement } from '@maru/contract'
import { Badge, formatDateTime, formatMoney } from '@maru/ui'
import { Link } from 'react-router'

/** What each provider says of the house's accounts, beside what the ledger says now. */
export function Statements({ statements }: { statements: readonly HouseStatement[] }) {
  return (
    <section className="panel" aria-labelledby="statements">
      <header className="tre-h">
        <h2 id="statements">명세 잔액</h2>
        <span className="dim">제공사가 말하는 잔액과 원장</span>
        <span className="sp" />
        <Link className="lk" to="/reconcile">
          대사 보기
        </Link>
      </header>
      {statements.length === 0 ? (
        <p className="tre-none dim">받은 명세가 없습니다</p>
      ) : (
        <table className="t" aria-label="명세 잔액">
          <thead>
            <tr>
              <th>제공사</th>
              <th>날짜</th>
              <th className="r">명세</th>
              <th className="r">원장</th>
              <th>차이</th>
              <th>읽은 때</th>
            </tr>
          </thead>
          <tbody>
            {statements.map(({ provider, currency, day, closing, ledger, isFinal, readAt }) => (
              <tr key={`${provider} ${currency}`}>
                <td>
                  <b>{provider}</b> {currency}
                </td>
                <td className="num">
                  {day} {isFinal ? '확정' : '진행 중'}
                </td>
                <td className="num r">{formatMoney(closing, currency)}</td>
                <td className="num r">{formatMoney(ledger, currency)}</td>
                <td>{closing === ledger ? <Badge>같음</Badge> : <Badge tone="warn">다름</Badge>}</td>
                <td className="num">{formatDateTime(readAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
