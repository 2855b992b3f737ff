import { loadPart, reportMissing } from '@maru/client/page/chunk-recovery'
import { createLanes } from '../../trading/lanes.ts'

/** What of futures may be under way once. */
type Lane = 'ticket' | 'leverage' | 'all' | `position-${number}` | `order-${number}` | `move-${number}`

export const { run, resumeCommands, useLane } = createLanes<Lane, 'POST /api/futures/order'>({
  name: 'futures',
  order: 'POST /api/futures/order',
  onOrder: (order) =>
    void loadPart(() => import('./futures-notices.tsx')).then(({ tellAccepted }) => tellAccepted(order), reportMissing),
})
