import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { addFill, feeOf, notionalOf, walk } from '@maru/positions'
import { Button, Icon, Sheet, Strip } from '@maru/ui'
import { useState } from 'react'
import { showAlert } from '../../../shell/alert.tsx'
import { nameOf } from '../../../trading/index.ts'
import { useMarketView } from '../../../trading/market-view.ts'
import { OrderReceipt, ReceiptRow } from '../../../trading/receipt.tsx'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { netOfClosed } from '../close-result.ts'
import { run, useLane } from '../commands.ts'
import { directionOf, signedUsdt, usdt } from '../figures.ts'
import { heldOf, otherSide } from '../held.ts'
import { moneyOf, type Terms, termsOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { ChangeRows, FillRow } from '../ticket/change-rows.tsx'
import { emptyInputs, type SideSummary, summarise, type TicketHolder } from '../ticket/form.ts'
import { useTicketHolder } from '../ticket/use-ticket.ts'
import { reverseBody } from './close-body.ts'
import { orderSheetTexts } from './order-texts.ts'
import '../../../trading/sheets.css'

interface ReverseSheetProps {
  open: boolean
  position: FuturesPosition
  option: FuturesOption
  onClose: () => void
}

/** Turns a position round by one order at the market, and says before what that would leave. */
export function ReverseSheet({ open, ...rest }: ReverseSheetProps) {
  const t = useTexts(futuresTexts)
  const { position, option, onClose } = rest
  const holder = useTicketHolder(option, true)
  const word = t(position.side === 'LONG' ? 'reverseToShort' : 'reverseToLong')
  return (
    <Sheet open={open} title={`${nameOf(position.stock)} ${word}`} onClose={onClose}>
      {holder && <Reversing {...rest} holder={holder} word={word} />}
    </Sheet>
  )
}

function Reversing({
  position,
  option,
  holder,
  word,
  onClose,
}: Omit<ReverseSheetProps, 'open'> & { holder: TicketHolder; word: string }) {
  const t = useTexts(futuresTexts)
  const tSheet = useTexts(orderSheetTexts)
  const terms = termsOf(option)
  const view = useMarketView(option.stock, option.precision, option.qtyPrecision)
  const lane = useLane(`position-${position.id}`)
  const [askedQty] = useState(position.qty)
  const side = otherSide(position.side)
  const body = reverseBody(position)
  const inputs = { ...emptyInputs('MARKET'), qty: body.qty }
  const summary = summarise(inputs, holder, { ...view, feed: 'live' })[side]
  const { price, fee } = summary
  const submit = async () => {
    onClose()
    // Twice the size of what has changed meanwhile would open more than what was asked for.
    if (position.qty !== askedQty) return void showAlert(tSheet('reverseGone'))
    await run(`position-${position.id}`, 'POST /api/futures/order', body)
  }
  const isLive = view.feed === 'live'
  return (
    <>
      <OrderReceipt>
        <ChangeRows summary={summary} terms={terms} />
        <FillRow summary={summary} terms={terms} />
        <Realised price={price} levels={side === 'LONG' ? view.asks : view.bids} position={position} terms={terms} />
        <ReceiptRow label={tSheet('closeFee')} after={`${usdt(fee)} USDT`} />
      </OrderReceipt>
      {(position.takeProfit !== null || position.stopLoss !== null) && <p className="note">{tSheet('reverseExits')}</p>}
      {!isLive && (
        <Strip tone="warn">
          <Icon name="clock" />
          <span>{t('waitForPrice')}</span>
        </Strip>
      )}
      <SheetEnd onClose={onClose}>
        <Button
          size={52}
          tone={side === 'LONG' ? 'up' : 'down'}
          disabled={!isLive || lane !== null}
          onClick={() => void submit()}
        >
          {word}
        </Button>
      </SheetEnd>
    </>
  )
}

/** What the position comes to once it is closed on the book of now, as its history will say: after all fees and funding. */
function Realised({
  price,
  levels,
  position,
  terms,
}: {
  price: SideSummary['price']
  levels: Parameters<typeof walk>[1]
  position: FuturesPosition
  terms: Terms
}) {
  const tSheet = useTexts(orderSheetTexts)
  if (price === null) return null
  const held = heldOf(position, terms)
  const size = Math.abs(held.qty)
  const met = walk(held.qty > 0 ? -1 : 1, levels, size, terms.scale)
  const quote = met.filledQty === size ? met.quote : notionalOf(price, size, terms.scale)
  const net =
    addFill(held, -held.qty, quote).realizedPnl - feeOf(quote, terms.takerPpm) + moneyOf(netOfClosed(position))
  return (
    <ReceiptRow label={tSheet('closeNet')} after={<span className={directionOf(net)}>{signedUsdt(net)} USDT</span>} />
  )
}
