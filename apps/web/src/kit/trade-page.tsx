import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Empty, Skeleton } from '@maru/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { LoadFailed } from '../lists/loaded.tsx'
import { useSession } from '../session/store.ts'
import { OpenedLater } from '../shell/opened-later.tsx'
import { TradeHeader } from '../shell/trade-header.tsx'
import { InstrumentButton } from '../trading/instrument-button.tsx'
import { HeaderFigures } from '../trading/price/header-figures.tsx'
import { LaterAlertButton } from './alerts/later-button.tsx'
import { LeadOn } from './lead-on.tsx'

const loadDrawer = async () => ({
  default: (await import('../trading/instruments/instrument-drawer.tsx')).InstrumentDrawer,
})
const InstrumentDrawer = lazyPart(loadDrawer)

interface Instrument {
  readonly id: number
  readonly stock: string
  readonly koName: string
  readonly precision: number
}

/** Who looks at the page, and at which of its two addresses. */
export interface Place {
  readonly signedIn: boolean
  /** `/future`, for guests `/futureView`. */
  readonly base: string
}

interface TradePageProps<Option> {
  /** `/future`: guests look at `/futureView`. */
  path: string
  list: UseQueryResult<Option[]>
  /** Where this device keeps which instrument was looked at last. */
  lastKey: string
  /** Where the address names no instrument: the one that is shown, of those that are there. */
  landingOf: (options: readonly Option[], lastId: number, isView: boolean) => Option | undefined
  /** What the header calls an instrument; null until there is one. */
  header: (option: Option | null) => { readonly label: string; readonly name: ReactNode }
  drawer: { readonly topic: 'futures_info' | 'oversea'; readonly koreanOnly?: boolean }
  pnl: (option: Option, signedIn: boolean) => ReactNode
  /** Said where there is no instrument at all. */
  missing: readonly [title: string, hint: string]
  /** Stands where the page's parts will be; `isLoaded`: the instruments are known. */
  outline: (place: Place, isLoaded: boolean) => ReactNode
  children: (option: Option, place: Place) => ReactNode
}

/** The frame of a book's trade page: header, drawer of instruments, and the page of the instrument that its address names. */
export function TradePage<Option extends Instrument>(props: TradePageProps<Option>) {
  const { path, list, lastKey, landingOf, header, drawer, pnl, missing, outline, children } = props
  const { id } = useParams()
  const navigate = useNavigate()
  const isView = useLocation().pathname.startsWith(`${path}View`)
  const base = isView ? `${path}View` : path
  const signedIn = useSession(({ status }) => status === 'success') && !isView
  const options = list.data
  const option = options?.find((one) => String(one.id) === id) ?? null
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (option) localStorage.setItem(lastKey, String(option.id))
  }, [option, lastKey])

  const landing = options && !option ? landingOf(options, Number(localStorage.getItem(lastKey)), isView) : null
  if (landing) return <LeadOn to={`${base}/${landing.id}`} />
  const { label, name } = header(option)
  return (
    <>
      <TradeHeader>
        <InstrumentButton label={label} onOpen={() => setOpen(true)}>
          {name}
        </InstrumentButton>
        {option && <LaterAlertButton stock={option.stock} signedIn={signedIn} />}
        {option && (
          <HeaderFigures stock={option.stock} precision={option.precision}>
            {pnl(option, signedIn)}
          </HeaderFigures>
        )}
      </TradeHeader>
      <OpenedLater open={isOpen} load={loadDrawer}>
        <InstrumentDrawer
          {...drawer}
          open={isOpen}
          onClose={() => setOpen(false)}
          instruments={options ?? []}
          currentId={option?.id ?? null}
          onPick={(picked) => navigate(`${base}/${picked.id}`)}
        />
      </OpenedLater>
      {option ? (
        <Fragment key={option.id}>{children(option, { signedIn, base })}</Fragment>
      ) : list.isError && !options ? (
        <main>
          <LoadFailed query={list} />
        </main>
      ) : options?.length === 0 ? (
        <main>
          <Empty title={missing[0]}>{missing[1]}</Empty>
        </main>
      ) : (
        outline({ signedIn, base }, options !== undefined)
      )}
    </>
  )
}

interface TradeOutlineProps {
  className: string
  /** Beside the price. */
  aside?: ReactNode
  /** Between the price and the chart. */
  strip?: ReactNode
}

/** The outline of a trade page while its instruments are on their way. */
export const TradeOutline = ({ className, aside, strip }: TradeOutlineProps) => (
  <main className={className} aria-busy="true">
    <div className="desk-chart">
      <section className="ph">
        <Skeleton width={168} height={24} />
        {aside}
      </section>
      {strip}
      <div className="tc">
        <div className="tf" />
        <figure className="tc-chart" />
      </div>
    </div>
  </main>
)
