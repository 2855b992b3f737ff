import { Skeleton } from '@maru/ui'

/** The sum and the line beneath it while they are on their way: as high as they will be. */
export const SumSkeleton = () => (
  <>
    <Skeleton width={216} height={32} className="tot-s1" />
    <div className="all" />
  </>
)
