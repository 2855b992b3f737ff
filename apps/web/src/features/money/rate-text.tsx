import { call } from '@maru/client/api/client'
import type { DnwRow } from '@maru/contract'
import { formatPrice, groupDigits } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { requestsKey } from './queries.ts'

/** A row's rate with its units: what one of the sold currency brought. The other leg of a conversion says the other unit. */
export function RateText({ row }: { row: DnwRow & { rate: string } }) {
  const isLeg = row.type === 'CI' || row.type === 'CO'
  const { data: other } = useQuery({
    queryKey: [...requestsKey, 'one', row.pairId],
    queryFn: () => call('GET /api/dnw/one', { query: { dnwHistoryId: String(row.pairId) } }),
    enabled: isLeg && row.pairId !== null,
  })
  if (!isLeg) return <>{`1 ${row.currency} = ${formatPrice(row.rate, 2)} KRW`}</>
  const rate = groupDigits(row.rate)
  if (!other) return <>{rate}</>
  const [sold, bought] = row.type === 'CO' ? [row, other] : [other, row]
  return <>{`1 ${sold.currency} = ${rate} ${bought.currency}`}</>
}
