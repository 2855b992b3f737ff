import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LoginUsername } from './member.ts'
import { CommissionStatus } from './partner-profit.ts'
import { Day, Decimal, EpochMs, Id, IdInput, IntInput, ListParam, PageParam, pageOf, SizeParam } from './primitives.ts'

export const PartnerStatus = z.enum(['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED'])
export type PartnerStatus = z.infer<typeof PartnerStatus>

/** A percentage as answers carry it: two decimals at least, four at most. */
const PercentText = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,2})\.\d{2,4}$/)
  .meta({ description: 'Percent, two to four decimals', example: '30.00' })
/** The same in a request; becomes millionths. */
export const PercentInput = z
  .union([z.number(), z.string()])
  .transform((value) => String(value))
  .pipe(z.string().regex(/^(?:100|[1-9]?\d)(?:\.\d{1,4})?$/))
  .transform((text) => Math.round(Number(text) * 10_000))
  .pipe(z.int().min(0).max(1_000_000))
  .meta({ description: 'Percent with at most four decimals, as a number or a string', example: '30.5' })

/** What a partner earns of his branch, less what the partner below him there earns. */
const Rates = z.object({
  feeRate: PercentText,
  rollRate: PercentText,
  lossRate: PercentText.meta({ description: 'Of what the house wins, where the site shares losses', example: '0.00' }),
})

/** A partner: where he stands in the tree, and nothing of his members. */
export const PartnerRow = z.object({
  id: Id,
  code: z.string().meta({ description: 'With which members sign up' }),
  name: z.string(),
  level: z.int().min(1).max(4),
  parentId: Id.nullable(),
  status: PartnerStatus,
  memberCount: z.int().meta({ description: 'Members who signed up with his own code' }),
  ...Rates.shape,
  nextTerms: Rates.extend({ from: Day, parentId: Id.nullable() })
    .nullable()
    .meta({ description: 'What holds from a later Monday on; null: nothing else was agreed' }),
  createdAt: EpochMs,
})
export type PartnerRow = z.infer<typeof PartnerRow>

/** What a week comes to, or came to. */
const PartnerWeek = z.object({ from: Day, to: Day, amount: Decimal, status: CommissionStatus })
export type PartnerWeek = z.infer<typeof PartnerWeek>

/** A partner with what his tree brought. */
export const PartnerDetail = PartnerRow.extend({
  ownerName: z.string().meta({ description: 'Masked, but for himself' }),
  link: z
    .string()
    .meta({ description: 'Path of the page where members sign up with his code', example: '/ref/PARTNER1' }),
  members: z.object({
    direct: z.int(),
    total: z.int().meta({ description: 'With those of all partners below' }),
    thisWeek: z.int().meta({ description: 'Of all, who signed up this week' }),
    active: z.int().meta({ description: 'Of all, who traded or had a stake decided within 14 days' }),
  }),
  week: PartnerWeek.meta({ description: 'The running week, as it stands' }),
  last: PartnerWeek.meta({ description: 'The week before' }),
  lastOnNextTerms: Decimal.nullable().meta({
    description: 'What the week before would have come to on the next terms; null: nothing else was agreed',
  }),
})
export type PartnerDetail = z.infer<typeof PartnerDetail>

/** How a member stands to the partners of his site. */
export const PartnerStanding = z.object({
  broughtBy: z
    .object({ code: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'The partner with whose code he signed up' }),
  own: PartnerStatus.nullable().meta({ description: 'What he is as a partner; null: he is none' }),
})
export type PartnerStanding = z.infer<typeof PartnerStanding>

/** 4–20 letters and digits; upper and lower case are one code. */
export const PartnerCode = z.string().regex(/^[A-Za-z0-9]{4,20}$/)
/** Staff are level 0, right at the house; partners begin at 1. */
export const LevelInput = IntInput.pipe(z.int().min(0).max(4))

/** A new partner: an existing member of the site, and what he is to earn. */
export const NewPartner = z.strictObject({
  username: LoginUsername,
  name: z.string().trim().min(2).max(20),
  code: PartnerCode.optional().meta({ description: 'Without one the server makes one of the username' }),
  parentId: IdInput.optional(),
  feeRate: PercentInput,
  rollRate: PercentInput,
  lossRate: PercentInput.optional().meta({ description: 'Only where the site shares losses' }),
})
/** Why somebody cannot be a partner, or not with these terms. */
export const newPartnerErrors = [
  'PARTNER_NOT_FOUND',
  'USER_NOT_FOUND',
  'PARTNER_EXISTS',
  'PARTNER_CODE_DUPLICATE',
  'PARTNER_LEVEL',
  'PARTNER_LOOP',
  'PARTNER_RATE',
  'PARTNER_CAP',
  'PARTNER_TRADER',
  'PARTNER_LINKED',
  'PARTNER_SUSPENDED',
] as const

const read = { method: 'GET', tag: '파트너', auth: 'member', rate: 'lookup', errors: ['PARTNER_NOT_FOUND'] } as const

export const partnerEndpoints = {
  partnerCreate: endpoint({
    method: 'POST',
    tag: '파트너',
    auth: 'member',
    rate: 'setting',
    path: '/api/partner',
    summary: '하위 파트너 신청: 본사가 승인하면 시작합니다',
    body: NewPartner.extend({ siteInfoId: IdInput.optional() }),
    response: PartnerRow,
    errors: newPartnerErrors,
  }),
  partnerOne: endpoint({
    ...read,
    path: '/api/partner',
    summary: '파트너 하나: 자신과 그 아래만',
    query: z.object({ id: IdInput.optional().meta({ description: 'Without it: himself' }) }),
    response: PartnerDetail,
  }),
  partnerStanding: endpoint({
    ...read,
    path: '/api/partner/standing',
    summary: '누가 나를 추천했나, 그리고 내가 파트너인가',
    response: PartnerStanding,
    errors: [],
  }),
  partnerList: endpoint({
    ...read,
    path: '/api/partner/list',
    summary: '내 아래의 파트너',
    query: z.object({
      resultType: z.enum(['List', 'Page']).optional(),
      level: LevelInput.optional(),
      parentId: IdInput.optional().meta({ description: 'Those right below this one' }),
      statusStrs: ListParam.optional(),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: z.union([z.array(PartnerRow), pageOf(PartnerRow)]),
  }),
}
