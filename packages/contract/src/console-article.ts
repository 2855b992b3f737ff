import { z } from 'zod'
import { FaqCategory, StrategyCategory } from './article.ts'
import { NoticeState } from './console-content.ts'
import { desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { mostFileBytes } from './file.ts'
import { listCut } from './list-cut.ts'
import { EpochMs, EpochMsInput, Id, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** What the house writes beside notices. */
export const ArticleKind = z.enum(['FAQ', 'POPUP', 'PROMOTION', 'STRATEGY', 'TERMS', 'PRIVACY'])
export type ArticleKind = z.infer<typeof ArticleKind>
export const Audience = z.enum(['ALL', 'GUEST', 'MEMBER'])
export type Audience = z.infer<typeof Audience>
const Category = z.union([FaqCategory, StrategyCategory])

/** Which categories a kind has; none: it has no categories. */
export const categoriesOf: Readonly<Record<ArticleKind, readonly string[]>> = {
  FAQ: FaqCategory.options,
  STRATEGY: StrategyCategory.options,
  POPUP: [],
  PROMOTION: [],
  TERMS: [],
  PRIVACY: [],
}

/** A text of the house as staff see it. */
export const ConsoleArticle = z.object({
  id: Id,
  kind: ArticleKind,
  category: Category.nullable(),
  title: z.string(),
  content: z.string(),
  conditions: z.string().nullable(),
  link: z.string().nullable(),
  audience: Audience,
  position: z.int().meta({ description: 'The smaller, the earlier' }),
  needsConsent: z.boolean().meta({ description: 'Of terms: members have to agree anew' }),
  revision: z.int().nullable().meta({ description: 'Of published terms: which version they are' }),
  agreed: z.int().meta({ description: 'Of published terms: members who agreed' }),
  helpful: z.int().meta({ description: 'Of questions: members whom the answer helped' }),
  unhelpful: z.int().meta({ description: 'Of questions: members whom it did not help' }),
  state: NoticeState,
  startAt: EpochMs,
  endAt: EpochMs.nullable(),
  version: z.int(),
  createdBy: Id.nullable().meta({ description: 'null: the house by itself, as what a demo begins with' }),
  createdAt: EpochMs,
  updatedAt: EpochMs,
})
export type ConsoleArticle = z.infer<typeof ConsoleArticle>

const Written = z.strictObject({
  reason: Reason,
  category: Category.nullable().optional(),
  title: z.string().trim().min(1).max(100),
  content: z.string().max(200_000).meta({ description: 'HTML; what is no harmless mark is left out' }),
  conditions: z.string().trim().max(2_000).optional(),
  link: z
    .string()
    .max(200)
    .regex(/^\/[a-z\d/_-]*$/i)
    .optional()
    .meta({ description: 'The path of a page of this site' }),
  audience: Audience,
  position: z.int().min(0).max(9_999),
  needsConsent: z.boolean(),
  startAt: EpochMsInput.optional().meta({ description: 'Missing: now' }),
  endAt: EpochMsInput.optional().meta({ description: 'Missing: until it is withdrawn' }),
})
const change = { ...desk, permission: 'content', response: ConsoleArticle } as const
const errors = [
  'NOTICE_PAST',
  'CONTENT_UNSAFE',
  'CONTENT_EMPTY',
  'CONTENT_CLAIM',
  'CONTENT_INCOMPLETE',
  'CONTENT_ORDER',
] as const
const onOne = ['ARTICLE_NOT_FOUND', 'STALE_VERSION', 'CONTENT_FIXED'] as const
const Step = z.strictObject({ reason: Reason, version: IntInput })

export const consoleArticleEndpoints = {
  contentImage: endpoint({
    ...desk,
    permission: 'content',
    params: z.object({}),
    path: '/api/console/image',
    summary: '글에 넣을 그림: PNG, JPEG, WebP, 5 MB와 4천만 화소까지; 새로 그려 저장하고 촬영 정보는 지웁니다',
    // Base64 is a third longer; one that is a little too large is told so.
    maxBytes: Math.ceil(mostFileBytes * 1.5),
    body: z.strictObject({
      reason: Reason,
      name: z.string().min(1).max(255).meta({ description: 'The name of the file: its end says what it is' }),
      data: z.base64().min(4),
    }),
    response: z.object({
      url: z.string().meta({ description: 'For the src of an <img>' }),
      width: z.int(),
      height: z.int(),
    }),
    errors: ['FILE_INFECTED', 'FILE_SCAN_AWAY', 'FILE_REJECTED', 'IMAGE_TYPE', 'IMAGE_PIXELS', 'PAYLOAD_TOO_LARGE'],
  }),
  deskArticles: endpoint({
    ...deskRead,
    permission: 'content',
    path: '/api/console/article',
    summary: '글(자주 묻는 질문, 팝업, 프로모션, 전략, 약관): 새것부터',
    query: z.object({
      kind: ArticleKind.optional(),
      state: NoticeState.optional(),
      ...listCut,
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(ConsoleArticle),
  }),
  articleCreate: endpoint({
    ...change,
    params: z.object({}),
    path: '/api/console/article',
    summary: '글 쓰기: 게시, 예약 또는 임시 저장',
    body: Written.extend({ kind: ArticleKind, isDraft: z.boolean().optional() }),
    errors,
  }),
  articleEdit: endpoint({
    ...change,
    params: deskParams,
    path: '/api/console/article/:id',
    summary: '글 고치기: 게시한 약관은 고치지 않고 새 판을 씁니다',
    body: Written.extend({ version: IntInput }),
    errors: [...errors, ...onOne],
  }),
  articlePublish: endpoint({
    ...change,
    params: deskParams,
    path: '/api/console/article/:id/publish',
    summary: '임시 저장하거나 내린 글의 게시: 시작이 지났으면 지금부터',
    body: Step,
    errors: ['NOTICE_PAST', 'CONTENT_ORDER', ...onOne],
  }),
  articleWithdraw: endpoint({
    ...change,
    params: deskParams,
    path: '/api/console/article/:id/withdraw',
    summary: '글 내리기: 바로 보이지 않습니다. 시행한 약관은 내릴 수 없습니다',
    body: Step,
    errors: onOne,
  }),
}
