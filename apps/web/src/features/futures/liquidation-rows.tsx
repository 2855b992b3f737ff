import { useTexts } from '@maru/client/i18n/texts'
import { useQuery } from '@tanstack/react-query'
import { crossQuery, futuresOptionsQuery, positionsQuery } from '../../books/futures/queries.ts'
import { nameOf } from '../../trading/instruments/names.ts'
import { priceText } from './figures.ts'
import { liquidationChanges } from './liquidation-change.ts'
import { moneyOf } from './terms.ts'
import { futuresTexts } from './texts.ts'
import { useAllMarked } from './use-marked.ts'

/** Rows of a table: the liquidation price of each cross position before and after money leaves or joins the futures wallet. */
export default function LiquidationRows({ change }: { change: string }) {
  const t = useTexts(futuresTexts)
  const positions = useQuery(positionsQuery(true)).data ?? []
  const options = useQuery(futuresOptionsQuery).data ?? []
  const cross = useQuery(crossQuery(true)).data
  const all = useAllMarked(positions, options)
  if (!cross) return null
  return liquidationChanges(all, moneyOf(cross.playerPoint), moneyOf(change)).map(({ one, before, after }) => {
    const { position, terms } = one
    return (
      <tr key={position.id}>
        <td>
          {nameOf(position.stock)} {t(position.side === 'LONG' ? 'long' : 'short')} {t('liquidation')}
        </td>
        <td className="b">{priceText(before, terms)}</td>
        <td className="a">→</td>
        <td className="c">{priceText(after, terms)}</td>
      </tr>
    )
  })
}
