import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useReducer } from 'react'
import { futuresOptionsQuery, ordersQuery } from '../../books/futures/queries.ts'
import { TradeOutline, TradePage } from '../../kit/trade-page.tsx'
import { RiskNotice } from '../../protection/risk-dialogs.tsx'
import { nameOf, OrderBook, PriceHeader } from '../../trading/index.ts'
import { snapToTick } from '../../trading/ticks.ts'
import { FuturesChart } from './futures-chart.tsx'
import { HeaderPnl } from './header-pnl.tsx'
import { FuturesLists } from './lists/futures-lists.tsx'
import { useFuturesSettings } from './settings.ts'
import { unitOf } from './terms.ts'
import { futuresTexts } from './texts.ts'
import { emptyInputs, reduce } from './ticket/form.ts'
import { TicketPanel } from './ticket/ticket-panel.tsx'
import '../../trading/trade-page.css'
import './futures.css'

/** The trade page of perpetual futures, /future/:id, and its logged-out variant /futureView/:id. */
export default function FuturesPage() {
  const t = useTexts(futuresTexts)
  const list = useQuery(futuresOptionsQuery)
  return (
    <TradePage
      path="/future"
      list={list}
      lastKey="maru:last-future"
      landingOf={(options, lastId) => options.find(({ id }) => id === lastId) ?? options[0]}
      header={(option) => {
        const name = option ? nameOf(option.stock) : t('trade')
        return {
          label: t('changeInstrument', { name: option ? `${name} ${t('perpetual')}` : name }),
          name: (
            <>
              {name} {option && <small>{t('perpetual')}</small>}
            </>
          ),
        }
      }}
      drawer={{ topic: 'futures_info' }}
      pnl={(option, signedIn) => <HeaderPnl option={option} signedIn={signedIn} />}
      missing={[t('optionMissing'), t('optionMissingHint')]}
      outline={() => <TradeOutline className="desk" />}
    >
      {(option, { signedIn }) => <Trade option={option} signedIn={signedIn} />}
    </TradePage>
  )
}

const noOrders: never[] = []

function Trade({ option, signedIn }: { option: FuturesOption; signedIn: boolean }) {
  const marketType = useFuturesSettings(({ marketType }) => marketType)
  const [inputs, dispatch] = useReducer(reduce, marketType, (type) => emptyInputs(type, option.lastPrice ?? ''))
  const orders = useQuery(ordersQuery(signedIn)).data ?? noOrders
  const mine = useMemo(
    () =>
      orders.flatMap(({ futuresOptionId, price, side }) =>
        futuresOptionId === option.id && price !== null ? [{ price, side }] : [],
      ),
    [orders, option.id],
  )
  return (
    <main className="desk">
      <div className="desk-chart">
        <PriceHeader stock={option.stock} precision={option.precision} />
        <FuturesChart option={option} signedIn={signedIn} />
      </div>
      <div className="desk-side">
        <div className="desk-trade">
          <OrderBook
            stock={option.stock}
            precision={option.precision}
            qtyPrecision={option.qtyPrecision}
            tick={option.tickSize}
            unit={unitOf(nameOf(option.stock))}
            mine={mine}
            onPick={(price) => {
              const value = snapToTick(Number(price), option.tickSize, option.precision)
              dispatch({ kind: 'pick', value })
            }}
          />
          <TicketPanel option={option} signedIn={signedIn} inputs={inputs} dispatch={dispatch} />
        </div>
        <div className="band" />
        <FuturesLists option={option} signedIn={signedIn} />
        <RiskNotice texts={futuresTexts} />
      </div>
    </main>
  )
}
