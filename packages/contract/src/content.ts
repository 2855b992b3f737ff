import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id, IdParam } from './primitives.ts'

const tag = '콘텐츠'

/** 공지, 점검, 이벤트, 입출금. */
export const NoticeCategory = z.enum(['NOTICE', 'MAINTENANCE', 'EVENT', 'MONEY'])
export type NoticeCategory = z.infer<typeof NoticeCategory>

/** A notice in the list. */
export const NoticeRow = z.object({
  id: Id,
  category: NoticeCategory,
  title: z.string(),
  isPinned: z.boolean(),
  startAt: EpochMs.meta({ description: 'Since when it is shown' }),
})
export type NoticeRow = z.infer<typeof NoticeRow>

const Neighbour = z.object({ id: Id, title: z.string() }).nullable()
/** A notice as its page shows it. */
export const Notice = NoticeRow.extend({
  content: z.string().meta({ description: 'HTML of a short list of harmless marks' }),
  previous: Neighbour.meta({ description: 'The next older one' }),
  next: Neighbour.meta({ description: 'The next newer one' }),
})
export type Notice = z.infer<typeof Notice>

/** A notice that a member has to read. */
export const ForcedNotice = z.object({
  id: Id,
  title: z.string(),
  content: z.string(),
  ageMs: z.int().nonnegative().meta({ description: 'So long ago it was announced' }),
})
export type ForcedNotice = z.infer<typeof ForcedNotice>

export const contentEndpoints = {
  noticeList: endpoint({
    method: 'GET',
    path: '/api/content/notice/list',
    summary: '공지 목록: 고정한 것부터, 새것부터',
    tag,
    auth: 'guest',
    query: z.object({ category: NoticeCategory.optional() }),
    response: z.array(NoticeRow),
    errors: [],
  }),
  notice: endpoint({
    method: 'GET',
    path: '/api/content/notice',
    summary: '공지 하나',
    tag,
    auth: 'guest',
    query: z.object({ id: IdParam }),
    response: Notice,
    errors: ['NOTICE_NOT_FOUND'],
  }),
  noticeCategories: endpoint({
    method: 'GET',
    path: '/api/content/notice/categories',
    summary: '공지의 분류와 지금 보이는 수',
    tag,
    auth: 'guest',
    response: z.array(z.object({ category: NoticeCategory, count: z.int().nonnegative() })),
    errors: [],
  }),
  noticesToRead: endpoint({
    method: 'GET',
    path: '/api/content/notice/forced',
    summary: '꼭 읽어야 하는데 아직 확인하지 않은 공지: 오래된 것부터. 비회원에게는 지금 있는 것 모두',
    tag,
    auth: 'guest',
    response: z.array(ForcedNotice),
    errors: [],
  }),
  noticeAck: endpoint({
    method: 'POST',
    path: '/api/content/notice/:id/ack',
    summary: '꼭 읽어야 하는 공지를 읽음: 처음 읽은 때가 남습니다',
    tag,
    auth: 'member',
    rate: 'setting',
    params: z.object({ id: IdParam }),
    body: z.strictObject({}),
    response: z.object({ at: EpochMs }),
    errors: ['NOTICE_NOT_FOUND'],
  }),
}
