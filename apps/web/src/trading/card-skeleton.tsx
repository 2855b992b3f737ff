import { Skeleton } from '@maru/ui'
import './positions.css'

/** A position or an order that is on its way. */
export function CardSkeleton() {
  return (
    <div className="pos" aria-busy="true">
      <Skeleton width={144} height={20} />
      <Skeleton width={112} height={28} className="pos-s" />
      <Skeleton height={72} className="pos-s" />
    </div>
  )
}
