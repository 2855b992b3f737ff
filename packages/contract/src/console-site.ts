import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Coin } from './enums.ts'
import { fewestFooterEntries, mostFooterEntries } from './footer.ts'
import { FooterEntry, SignupCheck } from './member.ts'
import { EpochMs, EpochMsInput, Id, IdParam, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'
import { Wording } from './wording.ts'

/** What a site has, as switches. */
export const SiteFlags = z.object({
  oversea: z.boolean(),
  p2p: z.boolean(),
  futures: z.boolean(),
  powerball: z.boolean(),
  binary: z.boolean(),
})
export type SiteFlags = z.infer<typeof SiteFlags>

const Language = z.enum(['ko', 'en'])
/** Wallets that a site shows beside its coins. */
const SiteWallet = z.enum(['BINARY', 'FUTURES'])
const MoneyMode = z.enum(['DEMO', 'LICENSED'])
const SiteCode = z.string().regex(/^[a-z0-9_-]{2,40}$/)
const SiteName = z.string().trim().min(2).max(12)
/** Countries by their two letters (ISO 3166). */
const countries = z.array(z.string().regex(/^[A-Z]{2}$/)).max(250)

/** Who permits a site to take real money, and until when. */
const Licence = z.object({
  number: z.string().trim().min(2).max(60),
  authority: z.string().trim().min(2).max(60),
  validUntil: EpochMs,
})

/** What has to hold before a site takes real money. */
export const GateCheck = z.enum(['licence', 'countries', 'domain', 'feed', 'clock', 'demo', 'wallets'])
export type GateCheck = z.infer<typeof GateCheck>

/** A site in the list. */
export const SiteRow = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  domains: z.array(z.string()),
  moneyMode: MoneyMode,
  language: Language,
  flags: SiteFlags,
  createdAt: EpochMs.nullable().meta({ description: 'null: it came with the installation' }),
})
export type SiteRow = z.infer<typeof SiteRow>

/** A site as operators edit it. */
export const ConsoleSite = SiteRow.extend({
  guestLanguage: Language,
  liveChat: z.boolean(),
  accent: z.string().nullable(),
  logoUrl: z.string().nullable(),
  stockPrefix: z.string(),
  overseaPrefix: z.string(),
  wallets: z.array(SiteWallet).meta({ description: 'Shown to members' }),
  depositCoins: z.array(Coin),
  buyCoins: z.array(Coin),
  coins: z.array(Coin).meta({ description: 'That the site has networks for' }),
  signupChecks: z.array(SignupCheck),
  footer: z.array(FooterEntry).nullable().meta({ description: 'null: the default form' }),
  banks: z.array(z.object({ code: z.string(), name: z.string(), isOn: z.boolean() })),
  licence: Licence.nullable(),
  countries,
  gate: z
    .array(z.object({ check: GateCheck, isMet: z.boolean(), why: Wording }))
    .meta({ description: 'What LICENSED asks for; the server refuses it while one is unmet' }),
  version: z.int(),
})
export type ConsoleSite = z.infer<typeof ConsoleSite>

/** An account of the house that members send to. */
export const SiteBank = z.object({
  sub: z.string().meta({ description: 'Names it in the ledger' }),
  bankCode: z.string(),
  bank: z.string(),
  number: z.string(),
  holder: z.string(),
  isOpen: z.boolean(),
  rank: z.int(),
})
export type SiteBank = z.infer<typeof SiteBank>

/** The largest logo that is sent, and the largest that is kept. */
export const mostLogoUpload = 512 * 1024
export const mostLogoBytes = 128 * 1024

const domains = z.array(z.string().max(253)).max(20)
/** What two SUPERs change at once. */
const SiteChanges = z.strictObject({
  name: SiteName.optional(),
  flags: SiteFlags.partial().strict().optional(),
  liveChat: z.boolean().optional(),
  accent: z.string().max(7).nullable().optional(),
  domains: domains.optional(),
  language: Language.optional(),
  guestLanguage: Language.optional(),
  wallets: z.array(SiteWallet).max(2).optional(),
  depositCoins: z.array(Coin).max(10).optional(),
  buyCoins: z.array(Coin).max(10).optional(),
  signupChecks: z.array(SignupCheck).max(3).optional(),
  footer: z
    .array(FooterEntry)
    .min(fewestFooterEntries)
    .max(mostFooterEntries)
    .refine((entries) => new Set(entries).size === entries.length)
    .nullable()
    .optional(),
  banks: z.array(z.string().max(8)).max(200).optional(),
  licence: Licence.extend({ validUntil: EpochMsInput }).nullable().optional(),
  countries: countries.optional(),
})

const changed = ['SETTING_INVALID', 'STALE_VERSION', 'DOMAIN_INVALID', 'DOMAIN_TAKEN'] as const
const read = { ...deskRead, permission: 'sites' } as const
const two = { ...desk, permission: 'sites', params: z.object({}), response: Waiting } as const

export const consoleSiteEndpoints = {
  siteList: endpoint({
    ...read,
    path: '/api/console/site/list',
    summary: '담당하는 사이트 목록',
    query: z.object({ page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(SiteRow),
  }),
  siteCreate: endpoint({
    ...two,
    path: '/api/console/site/create',
    summary: '사이트 만들기: 두 사람이; 만든 두 사람이 맡고, 회원 없이 바로 열립니다',
    body: z.strictObject({
      reason: Reason,
      code: SiteCode,
      name: SiteName,
      domains,
      language: Language,
      guestLanguage: Language,
      flags: SiteFlags,
      liveChat: z.boolean(),
    }),
    errors: ['SITE_CODE_TAKEN', 'DOMAIN_INVALID', 'DOMAIN_TAKEN', 'SETTING_INVALID'],
  }),
  siteShow: endpoint({ ...read, path: '/api/console/site', summary: '사이트 설정', response: ConsoleSite }),
  siteChange: endpoint({
    ...two,
    path: '/api/console/site',
    summary: '사이트 바꾸기: 두 사람이; 끈 상품은 바로 거절됩니다. 뒤진 버전에는 지금 값을 알려 줍니다',
    body: z.strictObject({
      version: IntInput,
      reason: Reason,
      changes: SiteChanges.meta({
        description: 'Only what changes; null: the house’s own colour, the default footer, no licence',
      }),
    }),
    errors: changed,
  }),
  siteLogo: endpoint({
    ...two,
    path: '/api/console/site/logo',
    summary: '로고 바꾸기: 두 사람이; PNG, JPEG, WebP를 새로 그려 256 화소 PNG로 둡니다',
    // Base64 is a third longer.
    maxBytes: Math.ceil(mostLogoUpload * 1.4),
    body: z.strictObject({
      version: IntInput,
      reason: Reason,
      data: z
        .base64()
        .max(Math.ceil((mostLogoUpload * 4) / 3) + 4)
        .optional()
        .meta({ description: 'Missing: no logo' }),
    }),
    errors: [
      'FILE_INFECTED',
      'FILE_SCAN_AWAY',
      'FILE_REJECTED',
      'PAYLOAD_TOO_LARGE',
      'STALE_VERSION',
      'SETTING_INVALID',
    ],
  }),
  siteLogoShow: endpoint({
    ...read,
    path: '/api/console/site/logo/:id',
    summary: '두 번째 사람이 보는 새 로고',
    params: z.object({ id: IdParam }),
    response: z.object({ data: z.string().meta({ description: 'Base64 of a PNG' }) }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
  siteMode: endpoint({
    ...two,
    path: '/api/console/site/mode',
    summary: '운영 방식 바꾸기: 두 사람이, 조건이 모두 갖추어졌을 때만',
    body: z.strictObject({ version: IntInput, reason: Reason, moneyMode: MoneyMode }),
    errors: ['MONEY_MODE_BLOCKED', 'STALE_VERSION', 'SETTING_INVALID'],
  }),
  siteBanks: endpoint({
    ...read,
    path: '/api/console/site/bank',
    summary: '회원이 입금하는 계좌',
    response: z.array(SiteBank),
  }),
  siteBankChange: endpoint({
    ...two,
    path: '/api/console/site/bank',
    summary: '입금 계좌 더하기·바꾸기: 두 사람이; before는 보던 값입니다',
    body: z.strictObject({
      reason: Reason,
      before: SiteBank.optional().meta({ description: 'As it was seen; missing: a new account' }),
      after: SiteBank.omit({ bank: true }),
    }),
    errors: ['SETTING_INVALID', 'STALE_VERSION'],
  }),
}
