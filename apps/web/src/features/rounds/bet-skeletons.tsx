import { Skeleton } from '@maru/ui'

/** Rows that are on their way. */
export function BetSkeletons() {
  return (
    <div aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="bet" aria-hidden="true">
          <Skeleton width={112} height={14} />
          <Skeleton width={72} height={14} />
          <Skeleton width={144} />
          <Skeleton width={56} />
        </div>
      ))}
    </div>
  )
}
