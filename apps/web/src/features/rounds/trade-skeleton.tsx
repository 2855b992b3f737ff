import { Skeleton } from '@maru/ui'
import { roundTexts } from '../../books/rounds/texts.ts'
import { RiskNotice } from '../../protection/risk-dialogs.tsx'

/** What stands there until it is known which rounds there are; the warning is the same for all of them. */
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
        <div className="running" />
      </div>
      <div className="trade-side">
        <section className="round round-skel">
          <Skeleton width="64%" height={54} />
          <Skeleton height={52} />
          <Skeleton height={36} />
          <Skeleton width="80%" height={44} />
          <Skeleton height={64} />
        </section>
        <RiskNotice texts={roundTexts} />
      </div>
    </main>
  )
}
