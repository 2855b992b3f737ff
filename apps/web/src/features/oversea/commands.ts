import { loadPart, reportMissing } from '@maru/client/page/chunk-recovery'
import { createLanes } from '../../trading/lanes.ts'

/** What of overseas futures may be under way once: a close never waits for TP and SL, nor for a night. */
type Lane =
  | 'ticket'
  | 'all'
  | `position-${number}`
  | `exits-${number}`
  | `night-${number}`
  | `order-${number}`
  | `move-${number}`

export const { run, resumeCommands, useLane } = createLanes<Lane, 'POST /api/oversea/order'>({
  name: 'oversea',
  order: 'POST /api/oversea/order',
  onOrder: (order) =>
    void loadPart(() => import('./oversea-notices.tsx')).then(({ tellAccepted }) => tellAccepted(order), reportMissing),
})
