import type { PositionSide } from '@maru/contract'
import { Sheet } from '@maru/ui'
import type { ReactNode } from 'react'
import type { Market } from '../trading/market-view.ts'
import { OrderReceiptEnd, OrderTitle } from '../trading/receipt.tsx'
import { HalvedStrip } from './halving/halved-strip.tsx'

/** What an order is confirmed by: the ticket as it is, and the market, which the figures follow. */
export interface ConfirmProps<Option, Inputs, Account> {
  /** The side that is asked about; null while nothing is. */
  side: PositionSide | null
  option: Option
  inputs: Inputs
  holder: Account
  market: Market
  /** No price is live: the order has to wait. */
  waits: boolean
  onClose: () => void
  onPlace: (side: PositionSide) => void
}

/** What the figures of a confirmation are of. */
export type Confirmed<Props extends ConfirmProps<unknown, unknown, unknown>> = Omit<
  Props,
  'side' | 'waits' | 'onClose' | 'onPlace'
> & { side: PositionSide }

type Sides = Readonly<Record<PositionSide, string>>

interface ConfirmFrameProps
  extends Pick<ConfirmProps<unknown, unknown, unknown>, 'side' | 'waits' | 'onClose' | 'onPlace'> {
  words: Sides
  size: string
  /** What placing is called, and why it has to wait. */
  placeWords: Sides
  waitWord: string
  /** The member does not want to be asked again. */
  onSilence: () => void
  /** The figures of the order. */
  children: (side: PositionSide) => ReactNode
}

/** The sheet that asks before an order leaves; it never runs out. */
export function ConfirmFrame({ side, waits, onClose, onPlace, words, size, children, ...end }: ConfirmFrameProps) {
  const shown = side ?? 'LONG'
  return (
    <Sheet open={side !== null} onClose={onClose} title={<OrderTitle side={shown} word={words[shown]} size={size} />}>
      {children(shown)}
      {side !== null && <HalvedStrip />}
      <OrderReceiptEnd
        side={shown}
        label={waits ? end.waitWord : end.placeWords[shown]}
        disabled={waits}
        onClose={onClose}
        onPlace={(silent) => {
          if (silent) end.onSilence()
          onPlace(shown)
        }}
      />
    </Sheet>
  )
}
