import type { PositionSide } from '@maru/contract'
import { Badge } from '@maru/ui'
import type { ReactNode } from 'react'

/** The side of an order or position by colour and arrow; `children` says it in words. */
export function SideBadge({ side, children }: { side: PositionSide; children: ReactNode }) {
  return (
    <Badge tone={side === 'LONG' ? 'up' : 'down'}>
      {side === 'LONG' ? '▲' : '▼'} {children}
    </Badge>
  )
}
