import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs } from './primitives.ts'

/** When less leverage opens: around economic releases of importance 3, and before a session ends. */
export const Halving = z.object({
  windows: z
    .array(z.object({ from: EpochMs, until: EpochMs }))
    .meta({ description: 'Of all near releases, in order; none touch' }),
  sessionEndLeadMs: z.int().nullable().meta({ description: 'Overseas: so long before a session ends; null: not' }),
})
export type Halving = z.infer<typeof Halving>

export const halvingEndpoints = {
  halving: endpoint({
    method: 'GET',
    tag: '시세',
    auth: 'guest',
    path: '/api/stock/halving',
    summary: '레버리지가 절반이 되는 시간 (무기한: 최대 레버리지 절반, 해외선물: 증거금 2배)',
    response: Halving,
    errors: [],
  }),
}
