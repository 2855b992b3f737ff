import type { Exposure, MarketExposure } from '@maru/contract'
import { Empty, formatCount, groupDigits } from '@maru/ui'
import { HeatBar } from './bar.tsx'
import { nameOf } from './markets.tsx'
import { short } from './words.ts'

/** Liquidations of a market by their distance from the price: shorts above it, longs below. */
export function Ladder({ market, rungs }: { market: MarketExposure | undefined; rungs: Exposure['rungs'] }) {
  const own = market ? rungs.filter((rung) => nameOf(rung) === nameOf(market)) : []
  const most = Math.max(1, ...own.map(({ notional }) => Number(notional)))
  return (
    <section className="panel">
      <header className="risk-h">
        <h2>청산 사다리</h2>
        <span className="dim">{market ? `${market.koName} ${groupDigits(market.price)}` : ''}</span>
      </header>
      {market === undefined || own.length === 0 ? (
        <Empty title="가까운 강제청산이 없습니다">현재가에서 10% 안에 청산가가 없습니다.</Empty>
      ) : (
        <ul className="risk-list">
          {own.map(({ percent, price, notional, count }) => (
            <li key={percent}>
              <span className="num">{groupDigits(price)}</span>
              <span className="num dim">
                {percent > 0 ? '+' : '−'}
                {Math.abs(percent)}%
              </span>
              <HeatBar percent={(Number(notional) / most) * 100} tone={percent > 0 ? 'short' : 'long'} />
              <span className="num r">{short(notional, market.currency)}</span>
              <span className="num r dim">{formatCount(count)}명</span>
            </li>
          ))}
        </ul>
      )}
      {market && <Sides {...market} />}
    </section>
  )
}

/** What members hold each way, and what a move of one percent is to the house: the opposite of theirs. */
function Sides({ long, short: shorts, net, currency }: MarketExposure) {
  const percent = String(Math.abs(Number(net)) / 100)
  return (
    <p className="risk-foot num">
      롱 {short(long.notional, currency)}({formatCount(long.count)}명) · 숏 {short(shorts.notional, currency)}(
      {formatCount(shorts.count)}명) · 1% 움직이면 하우스 ±{short(percent, currency)}
    </p>
  )
}
