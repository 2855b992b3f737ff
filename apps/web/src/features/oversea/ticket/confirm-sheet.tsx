import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption } from '@maru/contract'
import { entryPriceText, type Position } from '@maru/positions'
import { formatKrw, formatPrice } from '@maru/ui'
import type { Terms } from '../../../books/oversea/terms.ts'
import { type Confirmed, ConfirmFrame, type ConfirmProps } from '../../../kit/confirm.tsx'
import { titleOf } from '../../../trading/instruments/title.ts'
import { useView } from '../../../trading/market-view.ts'
import { OrderReceipt, ReceiptRow } from '../../../trading/receipt.tsx'
import { directionOf, signedWon, won } from '../figures.ts'
import { changeOverseaSettings } from '../settings.ts'
import { summarise, type TicketHolder, type TicketInputs, type TicketStage, takesPrice, takesTrigger } from './form.ts'
import { ticketSheetTexts } from './sheet-texts.ts'
import { ticketTexts } from './texts.ts'

interface ConfirmSheetProps extends ConfirmProps<OverseaOption, TicketInputs, TicketHolder> {
  /** Session and feed of now. */
  stage: TicketStage
}

/** Every figure of an order before it leaves. The figures follow the market. */
export function ConfirmSheet({ side, ...rest }: ConfirmSheetProps) {
  const t = useTexts(ticketTexts)
  const tSheet = useTexts(ticketSheetTexts)
  return (
    <ConfirmFrame
      {...rest}
      side={side}
      words={{ LONG: t('buy'), SHORT: t('sell') }}
      size={t('contracts', { count: rest.inputs.count })}
      placeWords={{ LONG: tSheet('placeLong'), SHORT: tSheet('placeShort') }}
      waitWord={t('waitForPrice')}
      onSilence={() => changeOverseaSettings({ confirms: false })}
    >
      {(side) => <Receipt {...rest} side={side} />}
    </ConfirmFrame>
  )
}

function Receipt({ side, option, inputs, holder, market, stage }: Confirmed<ConfirmSheetProps>) {
  const t = useTexts(ticketTexts)
  const tSheet = useTexts(ticketSheetTexts)
  const { terms, position, available } = holder
  const { fee, tickValue, ...sides } = summarise(inputs, holder, { ...stage, ...useView(market) })
  const { margin, left, fill, after, takeProfitPnl, stopLossPnl } = sides[side]
  const { precision } = option
  const held = ({ qty }: Position) =>
    qty === 0 ? tSheet('none') : `${t(qty > 0 ? 'long' : 'short')} ${t('contracts', { count: Math.abs(qty) })}`
  const exit = (label: 'takeProfit' | 'stopLoss', ticks: string, pnl: bigint | null) =>
    pnl !== null && after.qty !== 0 ? (
      <ReceiptRow
        label={t(label)}
        after={
          <span className={directionOf(pnl)}>
            {tSheet('exitRow', { ticks: `${pnl < 0n ? '−' : '+'}${ticks}`, won: signedWon(pnl) })}
          </span>
        }
      />
    ) : null
  return (
    <>
      <p className="rcpt-l num">
        {tSheet('confirmLine', {
          name: titleOf(option),
          type: t(inputs.type),
          price: takesPrice(inputs) ? formatPrice(inputs.price, precision) : '',
        }).trimEnd()}
      </p>
      <OrderReceipt>
        <ReceiptRow label={tSheet('position')} before={held(position)} after={held(after)} />
        <ReceiptRow label={tSheet('average')} before={averageOf(position, terms)} after={averageOf(after, terms)} />
        {takesTrigger(inputs) && (
          <ReceiptRow label={tSheet('triggerRow')} after={formatPrice(inputs.trigger || '0', precision)} />
        )}
        {!takesPrice(inputs) && fill && <ReceiptRow label={tSheet('expectedFill')} after={averageOf(fill, terms)} />}
        <ReceiptRow label={t('margin')} after={formatKrw(margin)} />
        <ReceiptRow label={t('available')} before={won(available)} after={won(left)} />
        <ReceiptRow label={t('feeAndTick')} after={`${formatKrw(fee)} · ${formatKrw(tickValue)}`} />
        {exit('takeProfit', inputs.tpTick, takeProfitPnl)}
        {exit('stopLoss', inputs.slTick, stopLossPnl)}
      </OrderReceipt>
      {(takeProfitPnl !== null || stopLossPnl !== null) && <p className="note">{tSheet('exitHint')}</p>}
    </>
  )
}

function averageOf(position: Position, { scale, precision }: Terms): string {
  const text = entryPriceText(position, scale)
  return text === null ? '–' : formatPrice(text, precision)
}
