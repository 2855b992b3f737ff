import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { ordersQuery, overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { type Place, TradeOutline, TradePage } from '../../kit/trade-page.tsx'
import { RiskNotice } from '../../protection/risk-dialogs.tsx'
import { OrderBook, PriceHeader } from '../../trading/index.ts'
import { titleOf } from '../../trading/instruments/title.ts'
import { HeaderPnl } from './header-pnl.tsx'
import { OverseaLists } from './lists/oversea-lists.tsx'
import { MarginAccountStrip } from './margin-account-strip.tsx'
import { OverseaChart } from './oversea-chart.tsx'
import { AllClosed, RestWatch } from './rest-watch.tsx'
import { SessionClock } from './session-clock.tsx'
import { overseaTexts } from './texts.ts'
import { ticketTexts } from './ticket/texts.ts'
import { OverseaTicket, type TicketHandle } from './ticket/ticket-panel.tsx'
import { riskFigures } from './ticket/use-ticket.ts'
import '../../trading/trade-page.css'
import './oversea.css'

/** The trade page of overseas futures, /oversea/:id, and its logged-out variant /overseaView/:id. */
export default function OverseaPage() {
  const t = useTexts(overseaTexts)
  const list = useQuery(overseaOptionsQuery)
  const koreanOnly = useLanguage() === 'ko'
  return (
    <TradePage
      path="/oversea"
      list={list}
      lastKey="maru:last-oversea"
      landingOf={landingOf}
      header={(option) => {
        const name = option ? titleOf(option) : t('trade')
        return { label: t('changeInstrument', { name }), name }
      }}
      drawer={{ topic: 'oversea', koreanOnly }}
      pnl={(option, signedIn) => <HeaderPnl option={option} signedIn={signedIn} />}
      missing={[t('optionMissing'), t('optionMissingHint')]}
      outline={({ signedIn }, isLoaded) => (
        <>
          <TradeOutline
            className="desk ov"
            aside={<div className="ov-clock" />}
            strip={signedIn && <div className="ov-acct" />}
          />
          {isLoaded && <AllClosed />}
        </>
      )}
    >
      {(option, place) => <Trade option={option} {...place} />}
    </TradePage>
  )
}

/** The contract that was looked at last, or else the first, of those that are open; a guest may look at a closed one. */
function landingOf(options: readonly OverseaOption[], lastId: number, isView: boolean): OverseaOption | undefined {
  const open = options.filter(({ isRest, isStop }) => !isRest && !isStop)
  return open.find(({ id }) => id === lastId) ?? open[0] ?? (isView ? options[0] : undefined)
}

const noOrders: never[] = []

function Trade({ option, signedIn, base }: Place & { option: OverseaOption }) {
  const { stock, precision, tickSize } = option
  const ticket = useRef<TicketHandle>(null)
  const orders = useQuery(ordersQuery(signedIn)).data ?? noOrders
  const mine = useMemo(
    () =>
      orders.flatMap(({ overseaOptionId, price, tradeType }) =>
        overseaOptionId === option.id && price !== null ? [{ price, side: tradeType }] : [],
      ),
    [orders, option.id],
  )
  return (
    <main className="desk ov">
      <RestWatch option={option} signedIn={signedIn} base={base} />
      <div className="desk-chart">
        <PriceHeader stock={stock} precision={precision} aside={<SessionClock option={option} />} />
        {signedIn && <MarginAccountStrip />}
        <OverseaChart option={option} signedIn={signedIn} />
      </div>
      <div className="desk-side">
        <div className="desk-trade">
          <OrderBook
            stock={stock}
            precision={precision}
            qtyPrecision={0}
            tick={tickSize}
            mine={mine}
            onPick={(price, side) => ticket.current?.pick(price, side)}
          />
          <OverseaTicket ref={ticket} option={option} signedIn={signedIn} />
        </div>
        <div className="band" />
        <OverseaLists option={option} signedIn={signedIn} />
        <RiskNotice texts={ticketTexts} figures={riskFigures(option)} />
      </div>
    </main>
  )
}
