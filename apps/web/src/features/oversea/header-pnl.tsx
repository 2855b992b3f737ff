import type { OverseaOption } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { positionsQuery } from '../../books/oversea/queries.ts'
import { heldOf, termsOf } from '../../books/oversea/terms.ts'
import { directionOf, pnlAt, signedWon } from './figures.ts'
import { useLast } from './lists/use-last.ts'

/** Result of the member's position in a contract, in won at the last price; nothing without one. */
export function HeaderPnl({ option, signedIn }: { option: OverseaOption; signedIn: boolean }) {
  const positions = useQuery(positionsQuery(signedIn)).data
  const position = positions?.find(({ overseaOptionId }) => overseaOptionId === option.id)
  const last = useLast(option)
  const terms = termsOf(option)
  const pnl = position && last !== null ? pnlAt(heldOf(position, terms), last, terms) : null
  return pnl === null ? null : <span className={directionOf(pnl)}>{signedWon(pnl)}</span>
}
