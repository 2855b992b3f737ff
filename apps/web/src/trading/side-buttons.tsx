import type { PositionSide } from '@maru/contract'
import type { ReactNode } from 'react'
import type { LaneState } from './lanes.ts'
import { OrderButton } from './order-bar.tsx'

const sides = ['LONG', 'SHORT'] as const

interface SideButtonsProps {
  /** Why neither side can be ordered; null while both can. */
  reason: string | null
  words: Readonly<Record<PositionSide, string>>
  /** What an order of the side would be, below its word. */
  detail: (side: PositionSide) => ReactNode
  onTake: (side: PositionSide) => void
}

/** The two sides of a ticket, or one button that says why neither can be taken. */
export function SideButtons({ reason, words, detail, onTake }: SideButtonsProps) {
  if (reason !== null)
    return (
      <button type="button" className="btn wait" disabled>
        {reason}
      </button>
    )
  return sides.map((side) => (
    <OrderButton key={side} tone={side === 'LONG' ? 'up' : 'down'} word={words[side]} onClick={() => onTake(side)}>
      {detail(side)}
    </OrderButton>
  ))
}

/** For those who do not see the buttons: what becomes of the order that was sent. */
export const LaneStatus = ({ lane, t }: { lane: LaneState | null; t: (word: 'checking' | 'accepted') => string }) => (
  <span className="sr" role="status">
    {lane === 'checking' && t('checking')}
    {lane === 'done' && t('accepted')}
  </span>
)
