import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption } from '@maru/contract'
import { formatPrice } from '@maru/ui'
import { type Confirmed, ConfirmFrame, type ConfirmProps } from '../../../kit/confirm.tsx'
import { nameOf } from '../../../trading/index.ts'
import { useView } from '../../../trading/market-view.ts'
import { OrderReceipt, ReceiptRow } from '../../../trading/receipt.tsx'
import { directionOf, signedUsdt, usdt } from '../figures.ts'
import { changeFuturesSettings } from '../settings.ts'
import { orderSheetTexts } from '../sheets/order-texts.ts'
import { unitOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { ChangeRows, FillRow } from './change-rows.tsx'
import { summarise, type TicketHolder, type TicketInputs, takesTrigger } from './form.ts'
import '../../../trading/sheets.css'

interface ConfirmSheetProps extends ConfirmProps<FuturesOption, TicketInputs, TicketHolder> {
  tolerance: string
}

/** Every figure of an order before it leaves. The figures follow the market. */
export function ConfirmSheet({ side, ...rest }: ConfirmSheetProps) {
  const t = useTexts(futuresTexts)
  const tSheet = useTexts(orderSheetTexts)
  return (
    <ConfirmFrame
      {...rest}
      side={side}
      words={{ LONG: t('buyLong'), SHORT: t('sellShort') }}
      size={`${rest.inputs.qty} ${unitOf(nameOf(rest.option.stock))}`}
      placeWords={{ LONG: tSheet('placeLong'), SHORT: tSheet('placeShort') }}
      waitWord={t('waitForPrice')}
      onSilence={() => changeFuturesSettings({ confirms: false })}
    >
      {(side) => <Receipt {...rest} side={side} />}
    </ConfirmFrame>
  )
}

function Receipt({ side, option, inputs, holder, market, tolerance }: Confirmed<ConfirmSheetProps>) {
  const t = useTexts(futuresTexts)
  const tSheet = useTexts(orderSheetTexts)
  const { terms } = holder
  const summary = summarise(inputs, holder, { ...useView(market), feed: 'live' })[side]
  const { cost, fee, takeProfitPnl, stopLossPnl } = summary
  const precision = option.precision
  const exit = (label: 'tpRow' | 'slRow', at: string, pnl: bigint | null) =>
    inputs.exits && at !== '' ? (
      <ReceiptRow
        label={tSheet(label)}
        after={
          <>
            {formatPrice(at, precision)} · {pnl !== null && <span className={directionOf(pnl)}>{signedUsdt(pnl)}</span>}
          </>
        }
      />
    ) : null
  return (
    <>
      <p className="rcpt-l num">
        {tSheet('confirmLine', {
          name: nameOf(option.stock),
          type: t(inputs.type),
          price: inputs.type === 'MARKET' || inputs.type === 'STOPMARKET' ? '' : formatPrice(inputs.price, precision),
          marginType: t(holder.marginType),
          leverage: holder.leverage,
        }).replace(/ {2,}/g, ' ')}
        {inputs.isReduceOnly && ` · ${t('reduceOnly')}`}
      </p>
      <OrderReceipt>
        <ChangeRows summary={summary} terms={terms} />
        <ReceiptRow label={tSheet('costAndFee')} after={`${usdt(cost)} · ${usdt(fee)}`} />
        {takesTrigger(inputs) && (
          <ReceiptRow
            label={tSheet('triggerRow')}
            after={`${t(inputs.isMark ? 'byMark' : 'byLast')} ${formatPrice(inputs.trigger || '0', precision)}`}
          />
        )}
        {inputs.type === 'MARKET' && <FillRow summary={summary} terms={terms} />}
        {(inputs.type === 'MARKET' || inputs.type === 'STOPMARKET') && !inputs.isReduceOnly && (
          <ReceiptRow label={tSheet('toleranceRow')} after={`${tolerance}%`} />
        )}
        {exit('tpRow', inputs.takeProfit, takeProfitPnl)}
        {exit('slRow', inputs.stopLoss, stopLossPnl)}
      </OrderReceipt>
    </>
  )
}
