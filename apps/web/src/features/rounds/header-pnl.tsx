import type { TradeOption } from '@maru/contract'
import { formatKrw, formatSigned } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { openBetsQuery } from '../../books/rounds/queries.ts'
import { usePrice } from '../../live/index.ts'
import { standingOf } from './standing.ts'

/** What the member's stakes that have their strike would bring now; nothing without one. */
export function HeaderPnl({ option, signedIn }: { option: TradeOption; signedIn: boolean }) {
  const bets = useQuery(openBetsQuery(option.id, signedIn)).data ?? []
  const last = usePrice(option.stock, 'last')
  const standing = last === undefined ? null : standingOf(bets, last)
  if (!standing) return null
  const { result, net } = standing
  return (
    <span className={result === 'won' ? 'up' : result === 'lost' ? 'down' : 'dim'}>{formatSigned(net, formatKrw)}</span>
  )
}
