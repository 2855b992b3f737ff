import { Skeleton } from '@maru/ui'

/** Rows that are on their way. */
export function TableOutline({ rowHeight }: { rowHeight: number }) {
  return (
    <div className="pad-all">
      <span className="sr">불러오는 중입니다</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={String(index)} width="100%" height={rowHeight - 12} />
      ))}
    </div>
  )
}
