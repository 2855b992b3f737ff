import { useTexts } from '@maru/client/i18n/texts'
import { type Market, useView } from '../../../trading/market-view.ts'
import { percentOfPpm, priceText, qtyText, usdt } from '../figures.ts'
import { futuresTexts } from '../texts.ts'
import {
  type SideSummary,
  summarise,
  type TicketError,
  type TicketHolder,
  type TicketInputs,
  type TicketSummary,
} from './form.ts'

const sides = ['LONG', 'SHORT'] as const

/** What the order would cost and do, at the prices of now; or what is wrong with it. */
export function Outlook({
  market,
  inputs,
  holder,
  fault,
  tolerance,
}: {
  market: Market
  inputs: TicketInputs
  holder: TicketHolder | null
  fault: TicketError | undefined
  tolerance: string
}) {
  const t = useTexts(futuresTexts)
  const view = useView(market)
  // Whether prices are live decides what may be sent, not what it would cost.
  const summary = holder && summarise(inputs, holder, { ...view, feed: 'live' })
  return (
    <>
      <Estimates summary={summary} holder={holder} />
      <p className={fault ? 'tk-i is-error' : 'tk-i'} role={fault ? 'alert' : undefined}>
        {fault ? faultText(fault, t) : summary && <Note summary={summary} inputs={inputs} tolerance={tolerance} />}
      </p>
    </>
  )
}

/** What is wrong with an order. */
export const faultText = (
  { code, limit }: TicketError,
  t: ReturnType<typeof useTexts<keyof typeof futuresTexts.ko>>,
): string => t(code, limit === undefined ? {} : { limit })

function Estimates({ summary, holder }: { summary: TicketSummary | null; holder: TicketHolder | null }) {
  const t = useTexts(futuresTexts)
  const row = (show: (side: SideSummary, holder: TicketHolder) => string) =>
    sides.map((side) => (
      <td key={side} className="num">
        {summary && holder ? show(summary[side], holder) : '–'}
      </td>
    ))
  return (
    <table className="est">
      <thead>
        <tr>
          <td />
          <th scope="col" className="up">
            ▲ {t('long')}
          </th>
          <th scope="col" className="down">
            ▼ {t('short')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('cost')}</th>
          {row(({ cost }) => usdt(cost))}
        </tr>
        <tr>
          <th scope="row">{t('max')}</th>
          {row(({ max }, { terms }) => qtyText(max, terms))}
        </tr>
        <tr>
          <th scope="row">{t('liquidation')}</th>
          {row(({ qty, after }, { terms }) => (qty === 0 ? '–' : priceText(after.liquidation, terms)))}
        </tr>
      </tbody>
    </table>
  )
}

/** What an order costs beyond its price: slippage against its limit, or the fee. */
function Note({ summary, inputs, tolerance }: { summary: TicketSummary; inputs: TicketInputs; tolerance: string }) {
  const t = useTexts(futuresTexts)
  const { LONG, SHORT } = summary
  if (inputs.type === 'MARKET' && LONG.slippagePpm !== null && SHORT.slippagePpm !== null)
    return t('slippage', { slippage: percentOfPpm(Math.max(LONG.slippagePpm, SHORT.slippagePpm), 3), tolerance })
  return LONG.qty > 0 ? t('feeEstimate', { fee: usdt(LONG.fee) }) : null
}
