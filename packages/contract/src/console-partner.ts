import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { TraitKind } from './console-risk-group.ts'
import { endpoint } from './endpoint.ts'
import { LevelInput, NewPartner, newPartnerErrors, PartnerCode, PartnerRow, PercentInput } from './partner.ts'
import { Day, Id, IdInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** What several sign-ups of one code have in common, the partner's own account among them. */
export const SharedTrait = z.object({
  kind: TraitKind,
  hash: z.string().meta({ description: 'Finds the members in the list of members' }),
  count: z.int(),
  memberIds: z.array(Id).max(20).meta({ description: 'The first twenty' }),
  isOwn: z.boolean().meta({ description: 'The partner himself is one of them' }),
})
export type SharedTrait = z.infer<typeof SharedTrait>

const write = { ...desk, permission: 'partners' } as const
const two = { ...write, response: Waiting } as const
const termErrors = ['PARTNER_NOT_FOUND', 'PARTNER_LEVEL', 'PARTNER_LOOP', 'PARTNER_RATE', 'PARTNER_CAP'] as const

export const consolePartnerEndpoints = {
  deskPartners: endpoint({
    ...deskRead,
    permission: 'partners',
    path: '/api/console/partner',
    summary: '파트너: 단계와 상위로 찾기',
    query: z.object({
      level: LevelInput.optional(),
      parentId: IdInput.optional().meta({ description: 'Partners right below this one' }),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(PartnerRow),
    errors: ['PARTNER_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  deskPartnerShared: endpoint({
    ...deskRead,
    permission: 'partners',
    path: '/api/console/partner/:id/shared',
    summary: '한 코드로 가입한 회원들이 함께 쓰는 기기, 계좌, 주소: 많은 것부터 100개',
    params: deskParams,
    response: z.array(SharedTrait),
    errors: ['PARTNER_NOT_FOUND'],
  }),
  deskPartnerCreate: endpoint({
    ...two,
    path: '/api/console/partner',
    summary: '파트너 만들기: 두 사람이',
    params: z.object({}),
    body: NewPartner.extend({ reason: Reason }),
    errors: newPartnerErrors,
  }),
  deskPartnerDecide: endpoint({
    ...write,
    path: '/api/console/partner/:id/decide',
    summary: '하위 파트너 신청: 승인은 두 사람이, 거절은 바로',
    params: deskParams,
    body: z.strictObject({ accept: z.boolean(), reason: Reason }),
    response: z.union([Waiting, PartnerRow]),
    errors: [...newPartnerErrors, 'STALE_VERSION', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  deskPartnerTerms: endpoint({
    ...two,
    path: '/api/console/partner/:id/terms',
    summary: '요율과 상위 바꾸기: 다음 주나 그 뒤의 월요일부터, 두 사람이',
    params: deskParams,
    body: z.strictObject({
      feeRate: PercentInput,
      rollRate: PercentInput,
      lossRate: PercentInput.optional().meta({
        description: 'Only where the site shares losses; without it as before',
      }),
      parentId: IdInput.optional().meta({ description: 'Without it he stays where he is' }),
      isTop: z.boolean().optional().meta({ description: 'Right below the house' }),
      fromWeek: Day.meta({ description: 'A Monday to come' }),
      reason: Reason,
    }),
    errors: [...termErrors, 'INVALID_REQUEST', 'PARTNER_WEEK', 'PARTNER_CUT_NOTICE'],
  }),
  deskPartnerStatus: endpoint({
    ...write,
    path: '/api/console/partner/:id/status',
    summary: '파트너 중지는 바로, 해제는 두 사람이',
    params: deskParams,
    body: z.strictObject({ status: z.enum(['ACTIVE', 'SUSPENDED']), reason: Reason }),
    response: z.union([Waiting, PartnerRow]),
    errors: ['PARTNER_NOT_FOUND', 'STALE_VERSION', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  deskPartnerCode: endpoint({
    ...two,
    path: '/api/console/partner/:id/code',
    summary: '추천코드 바꾸기: 아무도 그 코드로 가입하지 않은 동안만, 두 사람이',
    params: deskParams,
    body: z.strictObject({ code: PartnerCode, reason: Reason }),
    errors: ['PARTNER_NOT_FOUND', 'PARTNER_CODE_DUPLICATE', 'PARTNER_CODE_USED'],
  }),
  deskMemberPartner: endpoint({
    ...two,
    path: '/api/console/member/:id/partner',
    summary: '잘못 적은 추천코드 고치기: 가입한 주 안에, 두 사람이',
    params: deskParams,
    body: z.strictObject({ code: PartnerCode, reason: Reason }),
    errors: ['USER_NOT_FOUND', 'PARTNER_NOT_FOUND', 'PARTNER_LINKED', 'PARTNER_WEEK_OVER'],
  }),
}
