import { useExposure } from '../../live/use-exposure.ts'
import { useSiteId } from '../../session/staff.ts'
import { ExposureTable } from './exposure-table.tsx'
import { RoundBars } from './round-bars.tsx'
import { Trend } from './trend.tsx'

/** What the house stands for now, told by the server as it changes, and how it did. */
export function Exposures() {
  const sums = useExposure(useSiteId())
  return (
    <>
      <ExposureTable sums={sums} />
      <div className="pair">
        <RoundBars sums={sums} />
        <Trend />
      </div>
    </>
  )
}
