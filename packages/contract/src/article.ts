import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id, IdParam, IntInput } from './primitives.ts'

const tag = '콘텐츠'

/** 가입·인증, 입출금, 라운드, 선물, 해외선물, 카피, 보안, 이용제한. */
export const FaqCategory = z.enum(['ACCOUNT', 'MONEY', 'ROUND', 'FUTURES', 'OVERSEA', 'COPY', 'SECURITY', 'LIMITS'])
export type FaqCategory = z.infer<typeof FaqCategory>
/** 시황, 라운드, 선물, 해외선물. */
export const StrategyCategory = z.enum(['MARKET', 'ROUND', 'FUTURES', 'OVERSEA'])
export type StrategyCategory = z.infer<typeof StrategyCategory>
/** The texts that are kept by version. */
export const ContentId = z.enum(['terms', 'privacy'])
export type ContentId = z.infer<typeof ContentId>

const content = z.string().meta({ description: 'HTML of a short list of harmless marks' })
const link = z.string().nullable().meta({ description: 'A page of this site that it leads to' })

const FaqRow = z.object({ id: Id, category: FaqCategory, title: z.string() })
export type FaqRow = z.infer<typeof FaqRow>
const StrategyRow = z.object({
  id: Id,
  category: StrategyCategory,
  title: z.string(),
  startAt: EpochMs,
  excerpt: z.string().meta({ description: 'How its text begins' }),
  minutes: z.int().min(1).meta({ description: 'How long it takes to read' }),
})
export type StrategyRow = z.infer<typeof StrategyRow>
const PromotionRow = z.object({ id: Id, title: z.string(), startAt: EpochMs, endAt: EpochMs })
export type PromotionRow = z.infer<typeof PromotionRow>
const Faq = FaqRow.extend({
  content,
  isHelpful: z.boolean().nullable().meta({ description: 'How the member who asks found it; null: he did not say' }),
})
const Strategy = StrategyRow.extend({ content })
export type Strategy = z.infer<typeof Strategy>
const Promotion = PromotionRow.extend({
  content,
  conditions: z.string().meta({ description: 'What one has to do for it, and what not' }),
  link,
})
export type Promotion = z.infer<typeof Promotion>
/** What stands before a page until it is closed. */
export const Popup = z.object({ id: Id, title: z.string(), content, link, startAt: EpochMs, endAt: EpochMs.nullable() })
export type Popup = z.infer<typeof Popup>

/** A version of the terms or of the privacy policy. */
export const StaticPage = z.object({
  contentId: ContentId,
  version: z.int().meta({ description: '0: the text of the house, where the site has published none' }),
  title: z.string(),
  content,
  startAt: EpochMs.meta({ description: 'Since when it is in force' }),
  agreedAt: EpochMs.nullable().meta({ description: 'When the member who asks agreed to it' }),
  versions: z
    .array(z.object({ version: z.int(), startAt: EpochMs }))
    .meta({ description: 'All that are or were in force, and those to come; the newest first' }),
})
export type StaticPage = z.infer<typeof StaticPage>
/** A version that a member has to agree to before he goes on. */
export const ConsentAsked = StaticPage.omit({ agreedAt: true, versions: true })
export type ConsentAsked = z.infer<typeof ConsentAsked>

const read = { method: 'GET', tag, auth: 'guest' } as const
const one = { ...read, query: z.object({ id: IdParam }), errors: ['ARTICLE_NOT_FOUND'] } as const

export const articleEndpoints = {
  faqList: endpoint({
    ...read,
    path: '/api/content/faq/list',
    summary: '자주 묻는 질문: 정한 차례대로, 낱말을 모두 담은 것',
    query: z.object({ category: FaqCategory.optional(), q: z.string().trim().max(50).optional() }),
    response: z.array(FaqRow),
    errors: [],
  }),
  faq: endpoint({ ...one, path: '/api/content/faq', summary: '자주 묻는 질문 하나와 답', response: Faq }),
  faqVote: endpoint({
    method: 'POST',
    tag,
    auth: 'member',
    rate: 'setting',
    path: '/api/content/faq/vote',
    summary: '답이 도움이 되었는지: 회원마다 한 표, 마지막 것이 남습니다',
    body: z.strictObject({ id: IntInput, isHelpful: z.boolean() }),
    response: z.object({ isHelpful: z.boolean() }),
    errors: ['ARTICLE_NOT_FOUND'],
  }),
  strategyList: endpoint({
    ...read,
    path: '/api/content/strategy/list',
    summary: '투자정보 목록: 새것부터',
    query: z.object({ category: StrategyCategory.optional() }),
    response: z.array(StrategyRow),
    errors: [],
  }),
  strategy: endpoint({ ...one, path: '/api/content/strategy', summary: '투자정보 하나', response: Strategy }),
  promotionList: endpoint({
    ...read,
    path: '/api/content/promotion/list',
    summary: '지금 열린 프로모션: 정한 차례대로',
    response: z.array(PromotionRow),
    errors: [],
  }),
  promotion: endpoint({
    ...one,
    path: '/api/content/promotion',
    summary: '프로모션 하나: 기간과 조건',
    response: Promotion,
  }),
  popupList: endpoint({
    ...read,
    path: '/api/content/popup/list',
    summary: '지금 띄울 팝업: 부르는 사람(손님, 회원)에 맞는 것, 정한 차례대로',
    response: z.array(Popup),
    errors: [],
  }),
  popup: endpoint({ ...one, path: '/api/content/popup', summary: '팝업 하나', response: Popup }),
  staticPage: endpoint({
    ...read,
    path: '/api/content/static',
    summary: '약관이나 개인정보처리방침의 지금 판 또는 고른 판; 사이트가 올린 판이 없으면 기본 글(0판)',
    query: z.object({ contentId: ContentId, version: IntInput.optional() }),
    response: StaticPage,
    errors: ['ARTICLE_NOT_FOUND'],
  }),
  consentAsked: endpoint({
    ...read,
    auth: 'member',
    path: '/api/content/consent',
    summary: '동의가 필요한데 아직 동의하지 않은 약관',
    response: z.array(ConsentAsked),
    errors: [],
  }),
  consent: endpoint({
    method: 'POST',
    tag,
    auth: 'member',
    rate: 'setting',
    path: '/api/content/consent',
    summary: '약관의 지금 판에 동의: 처음 동의한 때가 남습니다',
    body: z.strictObject({ contentId: ContentId, version: IntInput }),
    response: z.object({ at: EpochMs }),
    errors: ['ARTICLE_NOT_FOUND', 'CONSENT_STALE'],
  }),
}
