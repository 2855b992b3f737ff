import type { PositionSide } from '@maru/contract'
import { Sheet } from '@maru/ui'
import type { ReactNode } from 'react'
import type { Market } from '../trading/market-view.ts'
import { OrderTitle } from '../trading/receipt.tsx'

/** What an order is confirmed by: the ticket as it is, and the market, which the figures follow. */
export interface ConfirmProps<Option, Inputs, Account> {
  /** The side that is asked about; null while nothing is. */
  side: PositionSide | null
  option: Option
  inputs: Inputs
  account: Account
  market: Market
  /** No price is live: the order has to wait. */
  waits: boolean
  onClose: () => void
  onPlace: (side: PositionSide) => void
}

/** What a confirmation shows while a side is asked about. */
export type Confirmed<Props extends { side: PositionSide | null }> = Omit<Props, 'side'> & { side: PositionSide }

interface ConfirmFrameProps {
  side: PositionSide | null
  words: Readonly<Record<PositionSide, string>>
  size: string
  onClose: () => void
  children: (side: PositionSide) => ReactNode
}

/** The sheet that asks before an order leaves; it never runs out. */
export function ConfirmFrame({ side, words, size, onClose, children }: ConfirmFrameProps) {
  const shown = side ?? 'LONG'
  return (
    <Sheet open={side !== null} onClose={onClose} title={<OrderTitle side={shown} word={words[shown]} size={size} />}>
      {children(shown)}
    </Sheet>
  )
}
