import type { FuturesOption, FuturesOrder, FuturesPosition } from '@maru/contract'
import { feeOf, positionNotional } from '@maru/positions'
import { Badge, Button, Sheet } from '@maru/ui'
import { useTexts } from '../../../i18n/texts.ts'
import { useFeed } from '../../../live/index.ts'
import { nameOf } from '../../../trading/index.ts'
import { asPriced } from '../../../trading/price-text.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { directionOf, signedUsdt, usdt } from '../figures.ts'
import { heldOf, type Marked, pnlOf } from '../held.ts'
import { useAllMarked } from '../use-marked.ts'
import { closeBody } from './close-body.ts'
import { sheetTexts } from './texts.ts'
import '../../../trading/sheets.css'

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
  const submit = () => {
    onClose()
    // Each on its own lane: one that is refused keeps no other from closing.
    for (const one of positions) void run(`position-${one.id}`, 'futuresOrder', closeBody(one, one.qty))
  }
  return (
    <>
      <p className="ps-n">{t('closeAllLead', { count: positions.length })}</p>
      <ul className="ps-l">
        {marked.map((one) => (
          <PositionLine key={one.position.id} marked={one} />
        ))}
      </ul>
      <dl className="ps-s num">
        <div>
          <dt>{t('sum')}</dt>
          <dd className={directionOf(sum)}>{signedUsdt(sum)} USDT</dd>
        </div>
        <div>
          <dt>{t('feeSum')}</dt>
          <dd>{usdt(fees)} USDT</dd>
        </div>
      </dl>
      <SheetEnd onClose={onClose}>
        <Button size={52} tone="primary" disabled={positions.length === 0} onClick={submit}>
          {t('closeAllSubmit')}
        </Button>
      </SheetEnd>
    </>
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
  const submit = () => {
    onClose()
    void run('all', 'futuresOrderCancelAll', optionId === undefined ? {} : { futuresOptionId: optionId })
  }
  return (
    <>
      <p className="ps-n">{t('cancelAllLead', { count: orders.length })}</p>
      <ul className="ps-l">
        {orders.map(({ id, stock, side, qty, price, triggerPrice }) => (
          <li key={id}>
            <b>{nameOf(stock)}</b>
            <SideBadge side={side}>{t(side === 'LONG' ? 'buy' : 'sell')}</SideBadge>
            <span className="num dim">{qty}</span>
            <span className="num">{priceOf(price ?? triggerPrice)}</span>
          </li>
        ))}
      </ul>
      <SheetEnd onClose={onClose}>
        <Button size={52} tone="primary" disabled={lane !== null || orders.length === 0} onClick={submit}>
          {t('cancelAllSubmit')}
        </Button>
      </SheetEnd>
    </>
  )
}

const priceOf = (price: string | null): string => (price === null ? '–' : asPriced(price))
