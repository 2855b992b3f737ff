import type { LargePosition } from '@maru/contract'
import { Empty, groupDigits } from '@maru/ui'
import { lineWords, short } from './words.ts'

/** The largest positions of the site; names are masked. */
export function Largest({ positions }: { positions: readonly LargePosition[] }) {
  return (
    <section className="panel">
      <header className="risk-h">
        <h2>큰 포지션</h2>
        <span className="dim">이름 가림</span>
      </header>
      {positions.length === 0 ? (
        <Empty title="열린 포지션이 없습니다">회원이 포지션을 열면 큰 것부터 보입니다.</Empty>
      ) : (
        <table className="t">
          <thead>
            <tr>
              <th>회원</th>
              <th>종목</th>
              <th>방향</th>
              <th className="r">명목</th>
              <th className="r">평가손익</th>
              <th className="r">청산가</th>
            </tr>
          </thead>
          <tbody>
            {positions.slice(0, 8).map(({ id, username, koName, line, side, notional, pnl, currency, ...of }) => (
              <tr key={id}>
                <td>{username}</td>
                <td>
                  {koName} <span className="dim">{lineWords[line]}</span>
                </td>
                <td>
                  <span className={side === 'LONG' ? 'up' : 'down'}>{side === 'LONG' ? '▲ 롱' : '▼ 숏'}</span>{' '}
                  <span className="num dim">{of.leverage}배</span>
                </td>
                <td className="r num">{short(notional, currency)}</td>
                <td className="r num">{short(pnl, currency)}</td>
                <td className="r num">{of.liquidPrice === null ? '–' : groupDigits(of.liquidPrice)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
