import type { FuturesOption, FuturesOrder, FuturesPosition } from '@maru/contract'
import { feeOf, positionNotional } from '@maru/positions'
import { Badge, Sheet } from '@maru/ui'
import { useTexts } from '../../../i18n/texts.ts'
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
  open: boolean
  onClose: () => void
  positions: readonly FuturesPosition[]
  options: readonly FuturesOption[]
}

/** Asks once before all of the listed positions are closed, and says what that would realise. */
export function CloseAllSheet({ open, onClose, ...rest }: CloseAllSheetProps) {
  const t = useTexts(sheetTexts)
  return (
    <Sheet open={open} title={t('closeAll')} onClose={onClose}>
      <Closing {...rest} onClose={onClose} />
    </Sheet>
  )
}

function Closing({ positions, options, onClose }: Omit<CloseAllSheetProps, 'open'>) {
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
        for (const one of positions) void run(`position-${one.id}`, 'futuresOrder', closeBody(one, one.qty))
      }}
    />
  )
}

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
  open: boolean
  onClose: () => void
  orders: readonly FuturesOrder[]
  /** Only the orders of this instrument; all where it is left out. */
  optionId?: number | undefined
}

/** Asks once before all of the listed orders are cancelled. */
export function CancelAllSheet({ open, onClose, ...rest }: CancelAllSheetProps) {
  const t = useTexts(sheetTexts)
  return (
    <Sheet open={open} title={t('cancelAll')} onClose={onClose}>
      <Cancelling {...rest} onClose={onClose} />
    </Sheet>
  )
}

function Cancelling({ orders, optionId, onClose }: Omit<CancelAllSheetProps, 'open'>) {
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
        void run('all', 'futuresOrderCancelAll', optionId === undefined ? {} : { futuresOptionId: optionId })
      }
    />
  )
}

const priceOf = (price: string | null): string => (price === null ? '–' : asPriced(price))
