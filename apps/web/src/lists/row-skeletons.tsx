import { Skeleton } from '@maru/ui'
import './history.css'

/** Rows of two lines that are on their way. */
export function RowSkeletons() {
  return (
    <div aria-busy="true">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="hx" aria-hidden="true">
          <span className="l">
            <Skeleton width={144} height={20} />
            <Skeleton width={64} height={20} />
          </span>
          <span className="l">
            <Skeleton width={176} height={14} />
            <Skeleton width={72} height={14} />
          </span>
        </div>
      ))}
    </div>
  )
}
