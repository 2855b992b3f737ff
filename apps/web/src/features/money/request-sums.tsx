import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { DnwSummary } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type RequestFilter, requestsKey } from './queries.ts'
import { moneyTexts } from './texts.ts'

/** What came in or went out in a period, currency by currency; nothing while nothing did. */
export function RequestSums({ filter, direction }: { filter: RequestFilter; direction: 'into' | 'out' }) {
  const t = useTexts(moneyTexts)
  const { data } = useQuery({
    queryKey: [...requestsKey, 'list', 'sums', filter],
    queryFn: async () =>
      (await call('GET /api/dnw/list', { query: { ...filter, resultType: 'Summary' } })) as DnwSummary,
    placeholderData: (before) => before,
  })
  const sums = (data?.sums ?? [])
    .map((sum) => ({ currency: sum.currency, amount: direction === 'into' ? sum.in : sum.out }))
    .filter(({ amount }) => Number(amount) > 0)
  if (sums.length === 0) return null
  return (
    <dl className="sums" aria-label={t(direction === 'into' ? 'sumsInto' : 'sumsOut')}>
      {sums.map(({ currency, amount }, index) => (
        <div key={currency}>
          <dt>{index === 0 ? t(direction === 'into' ? 'sumsInto' : 'sumsOut') : currency}</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  )
}
