import type { OverseaOption } from '@maru/contract'
import { Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { ordersQuery, overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { useLanguage, useTexts } from '../../i18n/texts.ts'
import { LoadFailed } from '../../lists/loaded.tsx'
import { RiskNotice } from '../../protection/risk-dialogs.tsx'
import { useSession } from '../../session/store.ts'
import { lazyPart } from '../../shell/chunk-recovery.ts'
import { TradeHeader } from '../../shell/trade-header.tsx'
import { OrderBook, PriceHeader } from '../../trading/index.ts'
import { InstrumentButton } from '../../trading/instrument-button.tsx'
import { OpenedLater } from '../../trading/opened-later.tsx'
import { HeaderFigures } from '../../trading/price/header-figures.tsx'
import { AccountStrip } from './account-strip.tsx'
import { HeaderPnl } from './header-pnl.tsx'
import { OverseaLists } from './lists/oversea-lists.tsx'
import { OverseaChart } from './oversea-chart.tsx'
import { AllClosed, RestWatch } from './rest-watch.tsx'
import { SessionClock } from './session-clock.tsx'
import { overseaTexts } from './texts.ts'
import { ticketTexts } from './ticket/texts.ts'
import { OverseaTicket, type TicketHandle } from './ticket/ticket-panel.tsx'
import { titleOf } from './title.ts'
import '../../trading/trade-page.css'
import './oversea.css'

const loadDrawer = async () => ({
  default: (await import('../../trading/instruments/instrument-drawer.tsx')).InstrumentDrawer,
})
const InstrumentDrawer = lazyPart(loadDrawer)

const lastOptionKey = 'maru:last-oversea'

/** The trade page of overseas futures, /oversea/:id, and its logged-out variant /overseaView/:id. */
export default function OverseaPage() {
  const t = useTexts(overseaTexts)
  const { id } = useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isView = pathname.startsWith('/overseaView')
  const base = isView ? '/overseaView' : '/oversea'
  const signedIn = useSession(({ status }) => status === 'success') && !isView
  const list = useQuery(overseaOptionsQuery)
  const options = list.data
  const option = options?.find((one) => String(one.id) === id) ?? null
  const [drawer, setDrawer] = useState(false)
  const language = useLanguage()

  useEffect(() => {
    if (option) localStorage.setItem(lastOptionKey, String(option.id))
  }, [option])

  const landing = options && !option ? landingOf(options, isView) : null
  if (landing) return <Navigate to={`${base}/${landing.id}`} replace />
  const name = option ? titleOf(option) : t('trade')
  return (
    <>
      <TradeHeader>
        <InstrumentButton label={t('changeInstrument', { name })} onOpen={() => setDrawer(true)}>
          {name}
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
          topic="oversea"
          koreanOnly={language === 'ko'}
          instruments={options ?? []}
          currentId={option?.id ?? null}
          onPick={(picked) => navigate(`${base}/${picked.id}`)}
        />
      </OpenedLater>
      {option ? (
        <Trade key={option.id} option={option} signedIn={signedIn} base={base} />
      ) : list.isError && !options ? (
        <main>
          <LoadFailed query={list} />
        </main>
      ) : options?.length === 0 ? (
        <main>
          <Empty title={t('optionMissing')}>{t('optionMissingHint')}</Empty>
        </main>
      ) : (
        <>
          <TradeSkeleton signedIn={signedIn} />
          {options && <AllClosed />}
        </>
      )}
    </>
  )
}

/** The contract that was looked at last, or else the first, of those that are open; a guest may look at a closed one. */
function landingOf(options: readonly OverseaOption[], isView: boolean): OverseaOption | undefined {
  const open = options.filter(({ isRest, isStop }) => !isRest && !isStop)
  const last = Number(localStorage.getItem(lastOptionKey))
  return open.find(({ id }) => id === last) ?? open[0] ?? (isView ? options[0] : undefined)
}

const noOrders: never[] = []

function Trade({ option, signedIn, base }: { option: OverseaOption; signedIn: boolean; base: string }) {
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
        {signedIn && <AccountStrip />}
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
        <RiskNotice texts={ticketTexts} />
      </div>
    </main>
  )
}

function TradeSkeleton({ signedIn }: { signedIn: boolean }) {
  return (
    <main className="desk ov" aria-busy="true">
      <div className="desk-chart">
        <section className="ph">
          <Skeleton width={168} height={24} />
          <div className="ov-clock" />
        </section>
        {signedIn && <div className="ov-acct" />}
        <div className="tc">
          <div className="tf" />
          <figure className="tc-chart" />
        </div>
      </div>
    </main>
  )
}
