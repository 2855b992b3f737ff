import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption } from '@maru/contract'
import { maxNotionalFor } from '@maru/positions'
import { Button, Chip, Icon, IconButton, Slider, Strip } from '@maru/ui'
import { useState } from 'react'
import { HalvedStrip } from '../../../kit/halving/halved-strip.tsx'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { nameOf } from '../../../trading/index.ts'
import { type Market, useView } from '../../../trading/market-view.ts'
import { ReceiptRow } from '../../../trading/receipt.tsx'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { run, useLane } from '../commands.ts'
import { priceText, qtyText, usdt } from '../figures.ts'
import { unitOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import {
  emptyInputs,
  shareOf,
  summarise,
  type TicketHolder,
  type TicketInputs,
  type TicketPrices,
} from '../ticket/form.ts'
import { orderSheetTexts } from './order-texts.ts'
import '../../../trading/sheets.css'

interface LeverageSheetProps {
  onClose: () => void
  option: FuturesOption
  holder: TicketHolder
  inputs: TicketInputs
  market: Market
}

function LeverageForm({ option, holder, inputs, market, onClose }: LeverageSheetProps) {
  const t = useTexts(futuresTexts)
  const tSheet = useTexts(orderSheetTexts)
  const [leverage, setLeverage] = useState(Math.min(holder.leverage, holder.maxLeverage))
  const lane = useLane('leverage')
  const prices: TicketPrices = { ...useView(market), feed: 'live' }
  const { terms } = holder
  const isLocked = holder.position.qty !== 0 || holder.orders.length > 0
  const max = holder.maxLeverage
  const set = (next: number) => setLeverage(Math.min(Math.max(next, 1), max))
  const chosen = { ...holder, leverage }
  // Without a quantity on the ticket a tenth of what may be ordered shows where liquidation would lie.
  const tenth = shareOf(summarise(inputs, holder, prices).LONG.max, 10, terms)
  const example = inputs.qty === '' ? { ...emptyInputs('MARKET'), qty: tenth } : inputs
  const now = summarise(example, holder, prices)
  const then = summarise(example, chosen, prices)
  const change = async () => {
    if (await run('leverage', 'POST /api/futures/order/leverage', { futuresOptionId: option.id, leverage })) onClose()
  }
  return (
    <>
      <div className="lev">
        <IconButton
          className="btn"
          label={tSheet('leverageLess')}
          disabled={leverage === 1}
          onClick={() => set(leverage - 1)}
        >
          <Icon name="minus" />
        </IconButton>
        <output className="num" aria-live="polite">
          {leverage}x
        </output>
        <IconButton
          className="btn"
          label={tSheet('leverageMore')}
          disabled={leverage === max}
          onClick={() => set(leverage + 1)}
        >
          <Icon name="plus" />
        </IconButton>
      </div>
      <Slider
        label={t('leverage')}
        value={leverage}
        min={1}
        max={max}
        marks={marksOf(max)}
        format={(value) => `${value}x`}
        onChange={set}
      />
      <div className="levs">
        {quick
          .filter((value) => value <= max)
          .map((value) => (
            <Chip key={value} pressed={leverage === value} onClick={() => set(value)}>
              {value}x
            </Chip>
          ))}
      </div>
      <table className="rcpt num">
        <tbody>
          <ReceiptRow
            label={tSheet('maxPosition')}
            before={usdt(maxNotionalFor(holder.leverage, terms.brackets))}
            after={usdt(maxNotionalFor(leverage, terms.brackets))}
          />
          <ReceiptRow
            label={tSheet('maxQty')}
            before={qtyText(Math.max(now.LONG.max, now.SHORT.max), terms)}
            after={qtyText(Math.max(then.LONG.max, then.SHORT.max), terms)}
          />
          <ReceiptRow
            label={tSheet('liquidationLong')}
            before={priceText(now.LONG.after.liquidation, terms)}
            after={<span className="warn">{priceText(then.LONG.after.liquidation, terms)}</span>}
          />
          <ReceiptRow
            label={tSheet('liquidationShort')}
            before={priceText(now.SHORT.after.liquidation, terms)}
            after={<span className="warn">{priceText(then.SHORT.after.liquidation, terms)}</span>}
          />
        </tbody>
      </table>
      {example.qty !== '' && (
        <p className="note num">{tSheet('exampleOf', { qty: example.qty, unit: unitOf(nameOf(option.stock)) })}</p>
      )}
      <HalvedStrip />
      <Strip>
        <Icon name="info" />
        <span>{tSheet(isLocked ? 'leverageLocked' : 'leverageRisk')}</span>
      </Strip>
      <SheetEnd onClose={onClose}>
        <Button
          size={52}
          tone="primary"
          disabled={isLocked || lane !== null || leverage === holder.leverage}
          onClick={() => void change()}
        >
          {lane === 'checking' ? t('checking') : tSheet('change')}
        </Button>
      </SheetEnd>
    </>
  )
}

/** Leverage from 1 to the instrument's most, and what it does to the largest position and the liquidation prices. */
export const LeverageSheet = sheetOf(futuresTexts, 'leverage', LeverageForm)

const quick = [1, 5, 10, 20, 50, 75, 100] as const

/** Both ends and what lies at a quarter, half and three quarters. */
const marksOf = (max: number): number[] => [1, ...[25, 50, 75].map((share) => Math.round((max * share) / 100)), max]
