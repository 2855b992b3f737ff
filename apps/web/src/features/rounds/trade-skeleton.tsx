import { Skeleton } from '@maru/ui'

export function TradeSkeleton() {
  return (
    <main className="trade" aria-busy="true">
      <div className="trade-chart">
        <section className="price">
          <div>
            <Skeleton width={168} height={40} />
            <Skeleton width={112} height={16} />
          </div>
        </section>
        <div className="kinds">
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
        <figure className="chart round-chart" />
      </div>
    </main>
  )
}
