import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id, IntInput } from './primitives.ts'

/** A key as anybody may see it: its secret is never read again. */
const ShownKey = z.object({
  id: z.string(),
  lastFour: z.string(),
  until: EpochMs.nullable().meta({ description: 'Of the older key of a rotation: when it ends' }),
})

/** A provider of a site: where it is reached, and which keys of both directions are set. */
export const ProviderSetting = z.object({
  name: z.string(),
  source: z.enum(['OWN', 'SANDBOX', 'NONE']),
  baseUrl: z.string().nullable(),
  call: z.array(ShownKey),
  webhook: z.array(ShownKey),
  transitMs: z.int().nullable(),
  updatedAt: EpochMs.nullable(),
})
export type ProviderSetting = z.infer<typeof ProviderSetting>

const NewKey = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .meta({ description: 'The name of a new key; the house makes its secret' }),
})
const HalfKey = z.object({
  id: z.string(),
  secret: z.string().meta({ description: '32 of the 64 hex characters' }),
})
const Half = z.enum(['FIRST', 'SECOND']).meta({ description: 'FIRST: of who asked; SECOND: of another person' })
const two = { ...desk, permission: 'secrets', params: z.object({}), response: Waiting } as const
const Seen = z.strictObject({
  provider: z.string().max(20),
  updatedAt: IntInput.meta({ description: 'As it was seen; 0: the site had none of its own' }),
  reason: Reason,
})
const errors = ['SETTING_INVALID', 'STALE_VERSION', 'HISTORY_NOT_FOUND'] as const

export const consoleProviderSettingEndpoints = {
  providerSettings: endpoint({
    ...deskRead,
    permission: 'secrets',
    path: '/api/console/site/provider',
    summary: '사이트의 제공사: 주소와 열쇠(비밀값은 보이지 않습니다)',
    response: z.object({
      siteId: Id,
      providers: z.array(ProviderSetting),
      halves: z
        .array(z.object({ draft: Id, provider: z.string(), half: Half, keys: z.array(z.string()) }))
        .meta({ description: 'Halves of new secrets that the caller may see, once each' }),
    }),
  }),
  providerSettingChange: endpoint({
    ...two,
    path: '/api/console/site/provider',
    summary: '제공사 정하기·열쇠 바꾸기: 두 사람이; 옛 열쇠는 24시간 더 받습니다',
    body: Seen.extend({
      baseUrl: z.string().max(300),
      transitMs: IntInput.optional(),
      call: NewKey.optional(),
      webhook: NewKey.optional(),
    }),
    errors,
  }),
  providerSettingHalf: endpoint({
    ...two,
    path: '/api/console/site/provider/half',
    summary: '새 비밀값의 내 몫(절반) 보기: 한 번만, 두 사람에게 절반씩',
    body: z.strictObject({ draft: IntInput }),
    response: z.object({ half: Half, call: HalfKey.nullable(), webhook: HalfKey.nullable() }),
    errors,
  }),
  providerSettingRemove: endpoint({
    ...two,
    path: '/api/console/site/provider/remove',
    summary: '제공사 빼기: 두 사람이',
    body: Seen,
    errors,
  }),
}
