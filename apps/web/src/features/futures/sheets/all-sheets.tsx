import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesOrder, FuturesPosition } from '@maru/contract'
import { feeOf, positionNotional } from '@maru/positions'
import { Badge } from '@maru/ui'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { useFeed } from '../../../live/index.ts'
import { AllOfThem } from '../../../trading/all-of-them.tsx'
import { nameOf } from '../../../trading/index.ts'
import { asPriced } from '../../../trading/price-text.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { directionOf, signedUsdt, usdt } from '../figures.ts'
import { heldOf, type Marked, pnlOf } from '../held.ts'
import { useAllMarked } from '../use-marked.ts'
import { closeBody } from './close-body.ts'
import { sheetTexts } from './texts.ts'

interface CloseAllSheetProps {
  onClose: () => void
  positions: readonly FuturesPosition[]
  options: readonly FuturesOption[]
}

function CloseAll({ positions, options, onClose }: CloseAllSheetProps) {
  const t = useTexts(sheetTexts)
  const marked = useAllMarked(positions, options)
  const sum = marked.reduce((total, one) => total + pnlOf(one), 0n)
  const fees = marked.reduce((total, one) => total + closingFee(one), 0n)
  return (
    <AllOfThem
      lead={t('closeAllLead', { count: positions.length })}
      lines={marked.map((one) => <PositionLine key={one.position.id} marked={one} />)}
      sums={[
        { name: t('sum'), amount: `${signedUsdt(sum)} USDT`, className: directionOf(sum) },
        { name: t('feeSum'), amount: `${usdt(fees)} USDT` },
      ]}
      submit={t('closeAllSubmit')}
      disabled={positions.length === 0}
      onClose={onClose}
      onSubmit={() => {
        // Each on its own lane: one that is refused keeps no other from closing.
        for (const one of positions) void run(`position-${one.id}`, 'POST /api/futures/order', closeBody(one, one.qty))
      }}
    />
  )
}

/** Asks once before all of the listed positions are closed, and says what that would realise. */
export const CloseAllSheet = sheetOf(sheetTexts, 'closeAll', CloseAll)

function PositionLine({ marked }: { marked: Marked }) {
  const t = useTexts(sheetTexts)
  const { position } = marked
  const feed = useFeed(position.stock)
  const isLong = position.side === 'LONG'
  const pnl = pnlOf(marked)
  return (
    <li>
      <b>{nameOf(position.stock)}</b>
      <SideBadge side={position.side}>
        {t(isLong ? 'long' : 'short')} {position.leverage}x
      </SideBadge>
      {feed !== 'live' && <Badge tone="warn">{t('closeAllStale')}</Badge>}
      <span className="num dim">{position.qty}</span>
      <span className={`num ${directionOf(pnl)}`}>{signedUsdt(pnl)}</span>
    </li>
  )
}

const closingFee = ({ position, terms, mark }: Marked) =>
  feeOf(positionNotional(heldOf(position, terms), mark, terms.scale), terms.takerPpm)

interface CancelAllSheetProps {
  onClose: () => void
  orders: readonly FuturesOrder[]
  /** Only the orders of this instrument; all where it is left out. */
  optionId?: number | undefined
}

function CancelAll({ orders, optionId, onClose }: CancelAllSheetProps) {
  const t = useTexts(sheetTexts)
  const lane = useLane('all')
  return (
    <AllOfThem
      lead={t('cancelAllLead', { count: orders.length })}
      lines={orders.map(({ id, stock, side, qty, price, triggerPrice }) => (
        <li key={id}>
          <b>{nameOf(stock)}</b>
          <SideBadge side={side}>{t(side === 'LONG' ? 'buy' : 'sell')}</SideBadge>
          <span className="num dim">{qty}</span>
          <span className="num">{priceOf(price ?? triggerPrice)}</span>
        </li>
      ))}
      submit={t('cancelAllSubmit')}
      disabled={lane !== null || orders.length === 0}
      onClose={onClose}
      onSubmit={() =>
        void run(
          'all',
          'POST /api/futures/order/cancel_all',
          optionId === undefined ? {} : { futuresOptionId: optionId },
        )
      }
    />
  )
}

/** Asks once before all of the listed orders are cancelled. */
export const CancelAllSheet = sheetOf(sheetTexts, 'cancelAll', CancelAll)

const priceOf = (price: string | null): string => (price === null ? '–' : asPriced(price))
