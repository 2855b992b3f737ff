import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Id, IntInput } from './primitives.ts'

/** What a site has, as switches. */
export const SiteFlags = z.object({
  oversea: z.boolean(),
  p2p: z.boolean(),
  futures: z.boolean(),
  powerball: z.boolean(),
  binary: z.boolean(),
})
export type SiteFlags = z.infer<typeof SiteFlags>

/** A site as operators edit it. */
export const ConsoleSite = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  domains: z.array(z.string()),
  moneyMode: z.enum(['DEMO', 'LICENSED']).meta({ description: 'Never changed once the site has a wallet' }),
  flags: SiteFlags,
  liveChat: z.boolean(),
  accent: z.string().nullable(),
  version: z.int(),
})
export type ConsoleSite = z.infer<typeof ConsoleSite>

export const consoleSiteEndpoints = {
  siteShow: endpoint({
    ...deskRead,
    permission: 'sites',
    path: '/api/console/site',
    summary: '사이트 설정',
    response: ConsoleSite,
  }),
  siteChange: endpoint({
    ...desk,
    permission: 'sites',
    path: '/api/console/site',
    summary: '사이트 바꾸기: 두 사람이; 끈 상품은 바로 거절됩니다',
    params: z.object({}),
    body: z.strictObject({
      version: IntInput,
      reason: Reason,
      name: z.string().trim().min(2).max(12).optional(),
      flags: SiteFlags.partial().strict().optional(),
      liveChat: z.boolean().optional(),
      accent: z.string().max(7).nullable().optional(),
    }),
    response: Waiting,
    errors: ['SETTING_INVALID', 'STALE_VERSION'],
  }),
}
