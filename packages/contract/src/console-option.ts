import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { listCut } from './list-cut.ts'
import { EpochMs, EpochMsInput, Id, PageParam, pageOf, SizeParam } from './primitives.ts'
import { Wording } from './wording.ts'

export const ConfigScope = z.enum(['site', 'money', 'round', 'futures', 'oversea'])
export type ConfigScope = z.infer<typeof ConfigScope>
/** Values by key: whole numbers, flags, amounts as strings of digits in minor units, tables. */
const Values = z.record(z.string(), z.unknown())

/** A number that staff may change. */
const ConfigKey = z.object({
  key: z.string(),
  name: Wording,
  unit: z
    .string()
    .meta({ description: 'won, usdt, usd: minor units; ppm, bp: shares; ms: times; times, count, months …' }),
  type: z.enum(['flag', 'whole', 'amount', 'brackets', 'coins', 'pauses']),
  min: z.union([z.number(), z.string()]).nullable(),
  max: z.union([z.number(), z.string()]).nullable(),
})
export type ConfigKey = z.infer<typeof ConfigKey>

/**
 * Why a value is refused, as `params.rule` of SETTING_INVALID says it; `params.key` names the value. RANGE: outside what its key allows.
 * LOOSER: brackets that allow more than the shipped ones somewhere. BRACKETS: none that rise. PAYOUT, FEE: outside what a member may be
 * paid or asked. BELOW_OPEN: less than what is at stake now. SCHEDULE: pauses over each other. TOGETHER: not beside the other values.
 */
export const SettingRule = z.enum([
  'RANGE',
  'LOOSER',
  'BRACKETS',
  'PAYOUT',
  'FEE',
  'BELOW_OPEN',
  'SCHEDULE',
  'TOGETHER',
])
export type SettingRule = z.infer<typeof SettingRule>

/** What holds for a site, or for one of its options. */
const ConfigRow = z.object({
  scope: ConfigScope,
  optionId: Id.nullable(),
  name: Wording,
  values: Values,
  defaults: Values.meta({ description: 'What is shipped; keys without a default of their own are missing' }),
  version: z.int().meta({ description: 'The newest change that holds; 0: none was made' }),
  since: EpochMs.nullable(),
})
export type ConfigRow = z.infer<typeof ConfigRow>

export const ConfigChange = z.object({
  id: Id,
  scope: ConfigScope,
  optionId: Id.nullable(),
  changes: Values,
  before: Values,
  reason: z.string(),
  givenBy: Id,
  approvedBy: Id.nullable(),
  givenAt: EpochMs,
  effectiveFrom: EpochMs,
  state: z.enum(['WAITING', 'APPLIED', 'REFUSED', 'WITHDRAWN']),
  refusal: z.string().nullable(),
  decidedAt: EpochMs.nullable(),
})
export type ConfigChange = z.infer<typeof ConfigChange>

const Item = z.strictObject({
  scope: ConfigScope,
  optionId: Id.nullable(),
  changes: Values,
  version: z.int().nonnegative(),
})
const items = z.array(Item).min(1).max(50)
const settingErrors = [
  'SETTING_INVALID',
  'LEVERAGE_LOCKED_POSITION',
  'STALE_VERSION',
  'STOCK_NOT_FOUND',
  'SITE_NOT_FOUND',
  'WITHDRAW_PAUSED',
] as const

export const consoleOptionEndpoints = {
  optionValues: endpoint({
    ...deskRead,
    permission: 'options',
    path: '/api/console/option',
    summary: '설정: 값, 기본값, 범위, 버전',
    query: z.object({ scope: ConfigScope.optional() }),
    response: z.object({ keys: z.record(ConfigScope, z.array(ConfigKey)), rows: z.array(ConfigRow) }),
  }),
  optionChange: endpoint({
    ...desk,
    permission: 'options',
    path: '/api/console/option',
    summary: '설정 변경 묶음: 두 번째 승인을 받으면 모두 적용되거나 하나도 적용되지 않습니다',
    params: z.object({}),
    body: z.strictObject({
      items,
      effectiveFrom: EpochMsInput.optional().meta({ description: 'Domain time; missing: at once' }),
      reason: z.string().trim().min(1).max(200),
    }),
    response: Waiting,
    errors: settingErrors,
  }),
  optionDryRun: endpoint({
    ...desk,
    permission: 'options',
    changesNothing: true,
    path: '/api/console/option/dry-run',
    summary: '적용하면 영향을 받는 것: 데이터베이스에서 되살린 하우스에서 셉니다',
    params: z.object({}),
    body: z.strictObject({ items }),
    response: z.object({
      at: EpochMs,
      orders: z.int(),
      positions: z.int(),
      rounds: z.int(),
      bets: z.int(),
      members: z.int(),
      cut: z.array(z.object({ memberId: Id, username: z.string() })).meta({
        description: 'Whom raised overseas numbers would cut if prices moved against them as far as in the last hour',
      }),
    }),
    errors: [...settingErrors, 'TRY_AGAIN_LATER'],
  }),
  optionHistory: endpoint({
    ...deskRead,
    permission: 'options',
    path: '/api/console/option/history',
    summary: '설정 변경 이력: 새것부터',
    query: z.object({ ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(ConfigChange),
  }),
  optionWithdraw: endpoint({
    ...desk,
    permission: 'options',
    path: '/api/console/option/change/:id/withdraw',
    summary: '아직 적용되지 않은 변경 거두기',
    params: deskParams,
    body: z.strictObject({ reason: Reason }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
