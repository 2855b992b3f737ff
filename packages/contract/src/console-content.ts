import { z } from 'zod'
import { desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { NoticeCategory } from './content.ts'
import { endpoint } from './endpoint.ts'
import { listCut } from './list-cut.ts'
import { EpochMs, EpochMsInput, Id, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

export const NoticeState = z.enum(['DRAFT', 'PUBLISHED', 'WITHDRAWN'])
export type NoticeState = z.infer<typeof NoticeState>

/** A notice as staff see it. */
export const ConsoleNotice = z.object({
  id: Id,
  category: NoticeCategory,
  title: z.string(),
  content: z.string(),
  isPinned: z.boolean(),
  isForced: z.boolean(),
  state: NoticeState,
  startAt: EpochMs,
  endAt: EpochMs.nullable(),
  announcedAt: EpochMs.nullable().meta({ description: 'Of a forced one: when it went to all members who were there' }),
  acks: z.int().meta({ description: 'Members who confirmed that they read it' }),
  version: z.int(),
  createdBy: Id.nullable().meta({ description: 'null: the house by itself, as what a demo begins with' }),
  createdAt: EpochMs,
  updatedAt: EpochMs,
})
export type ConsoleNotice = z.infer<typeof ConsoleNotice>

const Written = z.strictObject({
  reason: Reason,
  category: NoticeCategory,
  title: z.string().trim().min(1).max(100),
  content: z.string().max(100_000).meta({ description: 'HTML; what is no harmless mark is left out' }),
  isForced: z.boolean(),
  isPinned: z.boolean(),
  startAt: EpochMsInput.optional().meta({ description: 'Missing: now' }),
  endAt: EpochMsInput.optional().meta({ description: 'Missing: until it is withdrawn' }),
})
const change = { ...desk, permission: 'content', response: ConsoleNotice } as const
const errors = ['NOTICE_PAST', 'CONTENT_UNSAFE', 'CONTENT_EMPTY'] as const
const Step = z.strictObject({ reason: Reason, version: IntInput })

export const consoleContentEndpoints = {
  deskNotices: endpoint({
    ...deskRead,
    permission: 'content',
    path: '/api/console/notice',
    summary: '공지: 새것부터',
    query: z.object({
      state: NoticeState.optional(),
      ...listCut,
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(ConsoleNotice),
  }),
  noticeReach: endpoint({
    ...deskRead,
    permission: 'content',
    path: '/api/console/notice/reach',
    summary: '꼭 읽어야 하는 공지를 받을 회원의 수',
    response: z.object({ members: z.int().nonnegative() }),
  }),
  noticeCreate: endpoint({
    ...change,
    params: z.object({}),
    path: '/api/console/notice',
    summary: '공지 쓰기: 게시, 예약 또는 임시 저장',
    body: Written.extend({ isDraft: z.boolean().optional() }),
    errors,
  }),
  noticeEdit: endpoint({
    ...change,
    params: deskParams,
    path: '/api/console/notice/:id',
    summary: '공지 고치기',
    body: Written.extend({ version: IntInput }),
    errors: [...errors, 'NOTICE_NOT_FOUND', 'STALE_VERSION'],
  }),
  noticePublish: endpoint({
    ...change,
    params: deskParams,
    path: '/api/console/notice/:id/publish',
    summary: '임시 저장하거나 내린 공지의 게시: 시작이 지났으면 지금부터',
    body: Step,
    errors: ['NOTICE_PAST', 'NOTICE_NOT_FOUND', 'STALE_VERSION'],
  }),
  noticeWithdraw: endpoint({
    ...change,
    params: deskParams,
    path: '/api/console/notice/:id/withdraw',
    summary: '공지 내리기: 바로 보이지 않습니다',
    body: Step,
    errors: ['NOTICE_NOT_FOUND', 'STALE_VERSION'],
  }),
}
