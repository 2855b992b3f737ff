import type { FuturesOption } from '@maru/contract'
import { Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { futuresOptionsQuery, ordersQuery } from '../../books/futures/queries.ts'
import { useTexts } from '../../i18n/texts.ts'
import { LoadFailed } from '../../lists/loaded.tsx'
import { RiskNotice } from '../../protection/risk-dialogs.tsx'
import { useSession } from '../../session/store.ts'
import { lazyPart } from '../../shell/chunk-recovery.ts'
import { TradeHeader } from '../../shell/trade-header.tsx'
import { nameOf, OrderBook, PriceHeader } from '../../trading/index.ts'
import { InstrumentButton } from '../../trading/instrument-button.tsx'
import { OpenedLater } from '../../trading/opened-later.tsx'
import { HeaderFigures } from '../../trading/price/header-figures.tsx'
import { FuturesChart } from './futures-chart.tsx'
import { HeaderPnl } from './header-pnl.tsx'
import { FuturesLists } from './lists/futures-lists.tsx'
import { useFuturesSettings } from './settings.ts'
import { unitOf } from './terms.ts'
import { futuresTexts } from './texts.ts'
import { emptyInputs, reduce, takesPrice } from './ticket/form.ts'
import { TicketPanel } from './ticket/ticket-panel.tsx'
import '../../trading/trade-page.css'
import './futures.css'

const loadDrawer = async () => ({
  default: (await import('../../trading/instruments/instrument-drawer.tsx')).InstrumentDrawer,
})
const InstrumentDrawer = lazyPart(loadDrawer)

const lastOptionKey = 'maru:last-future'

/** The trade page of perpetual futures, /future/:id, and its logged-out variant /futureView/:id. */
export default function FuturesPage() {
  const t = useTexts(futuresTexts)
  const { id } = useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isView = pathname.startsWith('/futureView')
  const base = isView ? '/futureView' : '/future'
  const list = useQuery(futuresOptionsQuery)
  const options = list.data
  const option = options?.find((one) => String(one.id) === id) ?? null
  const signedIn = useSession(({ status }) => status === 'success') && !isView
  const [drawer, setDrawer] = useState(false)

  useEffect(() => {
    if (option) localStorage.setItem(lastOptionKey, String(option.id))
  }, [option])

  if (options && !option) {
    const last = Number(localStorage.getItem(lastOptionKey))
    const landing = options.find((one) => one.id === last) ?? options[0]
    if (landing) return <Navigate to={`${base}/${landing.id}`} replace />
  }
  const name = option ? nameOf(option.stock) : t('trade')
  return (
    <>
      <TradeHeader>
        <InstrumentButton
          label={t('changeInstrument', { name: option ? `${name} ${t('perpetual')}` : name })}
          onOpen={() => setDrawer(true)}
        >
          {name} {option && <small>{t('perpetual')}</small>}
        </InstrumentButton>
        {option && (
          <HeaderFigures stock={option.stock} precision={option.precision}>
            <HeaderPnl option={option} signedIn={signedIn} />
          </HeaderFigures>
        )}
      </TradeHeader>
      <OpenedLater open={drawer} load={loadDrawer}>
        <InstrumentDrawer
          open={drawer}
          onClose={() => setDrawer(false)}
          topic="futures_info"
          instruments={options ?? []}
          currentId={option?.id ?? null}
          onPick={(picked) => navigate(`${base}/${picked.id}`)}
        />
      </OpenedLater>
      {option ? (
        <Trade key={option.id} option={option} isView={isView} />
      ) : list.isError && !options ? (
        <main>
          <LoadFailed query={list} />
        </main>
      ) : options ? (
        <main>
          <Empty title={t('optionMissing')}>{t('optionMissingHint')}</Empty>
        </main>
      ) : (
        <TradeSkeleton />
      )}
    </>
  )
}

const noOrders: never[] = []

function Trade({ option, isView }: { option: FuturesOption; isView: boolean }) {
  const signedIn = useSession(({ status }) => status === 'success') && !isView
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
            onPick={(value) => {
              if (!takesPrice(inputs)) dispatch({ kind: 'type', type: 'LIMIT' })
              dispatch({ kind: 'price', value })
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

function TradeSkeleton() {
  return (
    <main className="desk" aria-busy="true">
      <div className="desk-chart">
        <section className="ph">
          <Skeleton width={168} height={24} />
        </section>
        <div className="tc">
          <div className="tf" />
          <figure className="tc-chart" />
        </div>
      </div>
    </main>
  )
}
