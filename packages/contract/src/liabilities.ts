import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Decimal, EpochMs, Id } from './primitives.ts'

const tag = '예치금 증명'
/** A month in Korea, YYYY-MM. */
const Month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
  .meta({ description: 'A month in Korea', example: '2026-11' })

/** What a site owed all of its members in a currency when a month began, under one signed root (rules J 19). */
export const LiabilityStatement = z.object({
  siteId: Id,
  month: Month,
  currency: z.string(),
  scale: z.int().meta({ description: 'Decimals of the minor unit, in which sums are hashed' }),
  at: EpochMs.meta({ description: 'Wall clock' }),
  leafCount: z.int(),
  total: Decimal,
  root: z.string(),
  keyId: z.string(),
  signature: z.string().meta({ description: 'Ed25519 over the JCS of all other fields' }),
})
export type LiabilityStatement = z.infer<typeof LiabilityStatement>

/** What one member needs to check that the house counted what it owes him. */
export const LiabilityProof = z.object({
  statement: LiabilityStatement,
  leaf: z.object({
    siteId: Id,
    memberId: Id,
    month: Month,
    currency: z.string(),
    parts: z.record(z.string(), Decimal).meta({ description: 'By wallet type, and what waits to leave' }),
    amount: Decimal,
  }),
  salt: z.string(),
  index: z.int(),
  leafCount: z.int(),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string(), sum: z.string() })),
})
export type LiabilityProof = z.infer<typeof LiabilityProof>

export const liabilityEndpoints = {
  liabilities: endpoint({
    method: 'GET',
    path: '/api/public/liabilities',
    summary: '회원 예치금 총액: 달마다 서명한 머클 루트, 최근 24개월',
    tag,
    auth: 'guest',
    rate: 'read',
    response: z.array(LiabilityStatement),
    errors: [],
  }),
  liabilityProof: endpoint({
    method: 'GET',
    path: '/api/user/liability_proof',
    summary: '내 예치금이 총액에 들어 있다는 증명',
    tag,
    auth: 'member',
    rate: 'read',
    query: z.object({ month: Month.optional().meta({ description: 'Default: the newest' }) }),
    response: z.array(LiabilityProof),
    errors: [],
  }),
}
