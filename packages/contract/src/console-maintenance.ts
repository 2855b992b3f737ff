import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { SiteMaintenance } from './member.ts'
import { EpochMsInput, Id } from './primitives.ts'

/** The longest that a site may be closed at once. */
export const mostMaintenanceMs = 72 * 3_600_000

/** A site and how it is closed. */
export const MaintainedSite = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  maintenance: SiteMaintenance.nullable(),
})
export type MaintainedSite = z.infer<typeof MaintainedSite>

const two = { ...desk, permission: 'maintenance', params: z.object({}), response: Waiting } as const
const isEverySite = z.boolean().meta({ description: 'All sites of the caller, else the one that is open' })

export const consoleMaintenanceEndpoints = {
  maintenanceList: endpoint({
    ...deskRead,
    permission: 'maintenance',
    path: '/api/console/maintenance',
    summary: '담당하는 사이트의 점검',
    response: z.array(MaintainedSite),
  }),
  maintenanceSet: endpoint({
    ...two,
    path: '/api/console/maintenance',
    summary: '점검 걸기·바꾸기: 두 사람이; 종료 시각이 되면 자동으로 해제됩니다',
    body: z.strictObject({
      isEverySite,
      from: EpochMsInput.optional().meta({ description: 'Missing: when the second person agrees' }),
      until: EpochMsInput,
      note: z.string().trim().min(2).max(200).meta({ description: 'What members read' }),
      reason: Reason,
    }),
    errors: ['SETTING_INVALID', 'STALE_VERSION'],
  }),
  maintenanceLift: endpoint({
    ...two,
    path: '/api/console/maintenance/lift',
    summary: '점검 풀기: 두 사람이',
    body: z.strictObject({ isEverySite, reason: Reason }),
    errors: ['SETTING_INVALID', 'STALE_VERSION'],
  }),
}
