import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { listDays } from './list-cut.ts'
import { MemberMarks } from './member-marks.ts'
import { P2pOrder } from './money-p2p.ts'
import { EpochMs, Id, IdParam, IntInput, ListParam, PageParam, pageOf, SizeParam } from './primitives.ts'

/** What a side of a dispute said. */
export const P2pStatement = z.object({
  id: Id,
  teller: z.enum(['MEMBER', 'MERCHANT', 'SYSTEM']),
  text: z.string(),
  fileIds: z.array(Id),
  at: EpochMs,
})
export type P2pStatement = z.infer<typeof P2pStatement>

/** An order as the desk sees it; the member's name is masked. */
export const DeskP2pOrder = P2pOrder.extend({
  memberId: Id,
  name: z.string(),
  marks: MemberMarks,
  version: z.int(),
  escalatedAt: EpochMs.nullable().meta({
    description:
      'A dispute that nobody decided for 72 h: whoever proposed its decision before leaves it to another CS of the site, where there is one',
  }),
})
export type DeskP2pOrder = z.infer<typeof DeskP2pOrder>

export const consoleP2pEndpoints = {
  p2pDeskList: endpoint({
    ...deskRead,
    permission: 'disputes',
    path: '/api/console/p2p',
    summary: 'P2P 주문 목록',
    query: z.object({
      statusStrs: ListParam.optional(),
      q: z.string().trim().max(80).optional().meta({
        description:
          'A number, an amount, or a part of the memo, the reference of the payment, the payer or the merchant',
      }),
      ...listDays,
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(DeskP2pOrder),
  }),
  p2pDeskOne: endpoint({
    ...deskRead,
    permission: 'disputes',
    path: '/api/console/p2p/:id',
    summary: 'P2P 주문 하나와 양쪽의 말',
    params: deskParams,
    response: DeskP2pOrder.omit({ marks: true }).extend({ statements: z.array(P2pStatement) }),
    errors: ['ORDER_NOT_FOUND'],
  }),
  p2pDeskFile: endpoint({
    ...deskRead,
    permission: 'disputeFiles',
    path: '/api/console/p2p/:id/file/:fileId',
    summary: '분쟁에 낸 사진',
    params: z.object({ id: IdParam, fileId: IdParam }),
    response: z.object({ type: z.string(), name: z.string(), data: z.string().meta({ description: 'Base64' }) }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
  p2pDecide: endpoint({
    ...desk,
    permission: 'disputes',
    path: '/api/console/p2p/:id/decide',
    summary: '분쟁의 결정을 냅니다: 재무가 승인합니다',
    body: z.strictObject({ reason: Reason, version: IntInput, decision: z.enum(['RELEASE', 'RETURN']) }),
    response: Waiting,
    errors: ['ORDER_NOT_FOUND', 'STALE_VERSION', 'APPROVAL_ALREADY_ASKED', 'P2P_ESCALATED'],
  }),
}
