import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { DecimalInput, EpochMs, Id, IntInput } from './primitives.ts'

/** A merchant of P2P as staff see him. */
export const DeskMerchant = z.object({
  id: Id,
  name: z.string(),
  isDemo: z.boolean(),
  buyPpm: z.int().nullable().meta({ description: 'Above the mid, for members who buy; null: he sells none' }),
  sellPpm: z.int().nullable().meta({ description: 'Below the mid, for members who sell; null: he buys none' }),
  minWon: z.string(),
  maxWon: z.string(),
  float: z.string().meta({ description: 'USDT that no order has set aside' }),
  blockedAt: EpochMs.nullable(),
  version: z.int(),
})
export type DeskMerchant = z.infer<typeof DeskMerchant>

const read = { ...deskRead, permission: 'providers' } as const
const two = { ...desk, permission: 'providers', response: Waiting } as const
const ppm = IntInput.pipe(z.int().min(0).max(100_000))
const errors = ['HISTORY_NOT_FOUND', 'STALE_VERSION', 'INVALID_REQUEST'] as const

export const consoleMerchantEndpoints = {
  merchantList: endpoint({
    ...read,
    path: '/api/console/merchant',
    summary: 'P2P 상인',
    response: z.array(DeskMerchant),
  }),
  merchantSet: endpoint({
    ...two,
    path: '/api/console/merchant',
    summary: 'P2P 상인 더하기·조건 바꾸기: 두 사람이; 하던 거래는 그대로입니다',
    params: z.object({}),
    body: z.strictObject({
      reason: Reason,
      merchantId: IntInput.pipe(Id).optional().meta({ description: 'Missing: a new one' }),
      version: IntInput.meta({ description: 'As it was seen; 0 of a new one' }),
      name: z.string().trim().min(2).max(20),
      buyPpm: ppm.optional(),
      sellPpm: ppm.optional(),
      minWon: DecimalInput,
      maxWon: DecimalInput,
      float: DecimalInput.optional().meta({ description: 'Virtual USDT of a new merchant of a DEMO site' }),
    }),
    errors,
  }),
  merchantBlock: endpoint({
    ...desk,
    permission: 'stopTrading',
    isEmergency: true,
    path: '/api/console/merchant/:id/block',
    summary: 'P2P 상인 막기: 바로; 새 거래를 받지 않고 하던 거래는 이어집니다',
    params: deskParams,
    body: z.strictObject({ reason: Reason, version: IntInput }),
    response: z.object({ id: Id, version: z.int() }),
    errors,
  }),
  merchantUnblock: endpoint({
    ...two,
    path: '/api/console/merchant/:id/unblock',
    summary: 'P2P 상인 다시 열기: 두 사람이',
    params: deskParams,
    body: z.strictObject({ reason: Reason, version: IntInput }),
    errors,
  }),
}
