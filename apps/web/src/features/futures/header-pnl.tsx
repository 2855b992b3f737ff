import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { positionsQuery } from '../../books/futures/queries.ts'
import { directionOf, signedUsdt } from './figures.ts'
import { pnlOf } from './held.ts'
import { useMarked } from './use-marked.ts'

/** Result of the member's position in an instrument, at its mark of now; nothing without one. */
export function HeaderPnl({ option, signedIn }: { option: FuturesOption; signedIn: boolean }) {
  const positions = useQuery(positionsQuery(signedIn)).data
  const position = positions?.find(({ futuresOptionId }) => futuresOptionId === option.id)
  return position ? <Pnl position={position} option={option} /> : null
}

function Pnl({ position, option }: { position: FuturesPosition; option: FuturesOption }) {
  const pnl = pnlOf(useMarked(position, option))
  return <span className={directionOf(pnl)}>{signedUsdt(pnl)}</span>
}
