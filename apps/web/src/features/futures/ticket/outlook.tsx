import { useTexts } from '@maru/client/i18n/texts'
import { type Market, useShown } from '../../../trading/market-view.ts'
import { percentOfPpm, priceText, qtyText, sideOf, usdt } from '../figures.ts'
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
  const shown = useShown(market, (view) => {
    // Whether prices are live decides what may be sent, not what it would cost.
    const summary = holder && summarise(inputs, holder, { ...view, feed: 'live' })
    return summary && holder ? [...estimates(summary, holder), note(summary, inputs, tolerance, t)] : []
  })
  return (
    <>
      <Estimates texts={shown} />
      {/* What is wrong with a field stands beside it. */}
      {fault?.field === null ? (
        <p className="tk-i is-error" role="alert">
          {faultText(fault, t)}
        </p>
      ) : (
        <p className="tk-i">{shown.at(estimateRows.length * sides.length)}</p>
      )}
    </>
  )
}

/** What is wrong with an order. */
export const faultText = (
  { code, limit }: TicketError,
  t: ReturnType<typeof useTexts<keyof typeof futuresTexts.ko>>,
): string => t(code, limit === undefined ? {} : { limit })

const estimateRows = ['cost', 'max', 'liquidation'] as const

/** The figures of the table, row by row. */
const estimates = (summary: TicketSummary, { terms }: TicketHolder): string[] =>
  estimateRows.flatMap((row) => sides.map((side) => estimate(row, side, summary[side], terms)))

function estimate(
  row: (typeof estimateRows)[number],
  side: (typeof sides)[number],
  { cost, max, qty, after }: SideSummary,
  terms: TicketHolder['terms'],
) {
  if (row === 'cost') return usdt(cost)
  if (row === 'max') return qtyText(max, terms)
  // What only reduces the other side leaves that side's price, which is none of this one.
  return qty > 0 && sideOf(after.position) === side ? priceText(after.liquidation, terms) : '–'
}

function Estimates({ texts }: { texts: readonly string[] }) {
  const t = useTexts(futuresTexts)
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
        {estimateRows.map((row, at) => (
          <tr key={row}>
            <th scope="row">{t(row)}</th>
            {sides.map((side, place) => (
              <td key={side} className="num">
                {texts[at * sides.length + place] ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What an order costs beyond its price: slippage against its limit, or the fee. */
function note(
  { LONG, SHORT }: TicketSummary,
  inputs: TicketInputs,
  tolerance: string,
  t: ReturnType<typeof useTexts<keyof typeof futuresTexts.ko>>,
): string {
  if (inputs.type === 'MARKET' && LONG.slippagePpm !== null && SHORT.slippagePpm !== null)
    return t('slippage', { slippage: percentOfPpm(Math.max(LONG.slippagePpm, SHORT.slippagePpm), 3), tolerance })
  return LONG.qty > 0 ? t('feeEstimate', { fee: usdt(LONG.fee) }) : ''
}
