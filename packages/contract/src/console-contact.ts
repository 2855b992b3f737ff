import { z } from 'zod'
import { desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { Inquiry, InquiryRow, InquiryState, inquiryMostText } from './contact.ts'
import { endpoint } from './endpoint.ts'
import { listCut } from './list-cut.ts'
import { EpochMs, Id, IdInput, IdParam, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** An inquiry in the inbox; the member's names are masked. */
export const DeskInquiryRow = InquiryRow.extend({
  memberId: Id,
  username: z.string(),
  name: z.string(),
  version: z.int(),
  askedAt: EpochMs.meta({ description: 'Since when the member waits' }),
  takenBy: Id.nullable(),
  takenByName: z.string().nullable(),
})
export type DeskInquiryRow = z.infer<typeof DeskInquiryRow>

/** What staff wrote down about an inquiry for each other; no answer to a member holds it. */
export const InquiryNote = z.object({ id: Id, staffId: Id, name: z.string(), text: z.string(), at: EpochMs })
export type InquiryNote = z.infer<typeof InquiryNote>

export const DeskInquiry = DeskInquiryRow.extend({
  lines: Inquiry.shape.lines,
  about: Inquiry.shape.about,
  notes: z.array(InquiryNote).meta({ description: 'Staff only, in order, the last hundred' }),
  past: z.array(InquiryRow).meta({ description: 'Other inquiries of the member, the newest first, ten at most' }),
})
export type DeskInquiry = z.infer<typeof DeskInquiry>

export const CannedAnswer = z.object({ id: Id, title: z.string(), text: z.string() })
export type CannedAnswer = z.infer<typeof CannedAnswer>

const Text = z.string().trim().min(1).max(inquiryMostText)
const Step = z.strictObject({ reason: Reason, version: IntInput })
const inbox = { ...deskRead, permission: 'content' } as const
const step = { ...desk, permission: 'content', body: Step, response: DeskInquiry } as const
const errors = ['INQUIRY_NOT_FOUND', 'STALE_VERSION', 'INQUIRY_TAKEN'] as const

export const consoleContactEndpoints = {
  inquiryList: endpoint({
    ...inbox,
    path: '/api/console/contact',
    summary: '문의함: 열린 것은 오래 기다린 것부터, 끝난 것은 새것부터',
    query: z.object({
      state: InquiryState.optional(),
      ...listCut,
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(DeskInquiryRow),
  }),
  inquiryOne: endpoint({
    ...inbox,
    path: '/api/console/contact/:id',
    summary: '문의 하나와 주고받은 말, 지난 문의',
    params: deskParams,
    response: DeskInquiry,
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  inquiryFile: endpoint({
    ...inbox,
    path: '/api/console/contact/:id/file/:fileId',
    summary: '문의에 낸 사진',
    params: z.object({ id: IdParam, fileId: IdParam }),
    response: z.object({ type: z.string(), name: z.string(), data: z.string().meta({ description: 'Base64' }) }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
  inquiryTake: endpoint({
    ...step,
    path: '/api/console/contact/:id/take',
    summary: '문의 담당 지정. from의 직원이 담당하는 것을 넘겨받기',
    body: Step.extend({
      from: IdInput.optional().meta({
        description: 'Whose hands it is taken from; without it nobody else may have it',
      }),
    }),
    errors,
  }),
  inquiryRelease: endpoint({ ...step, path: '/api/console/contact/:id/release', summary: '문의 담당 해제', errors }),
  inquiryAnswer: endpoint({
    ...step,
    path: '/api/console/contact/:id/answer',
    summary: '답변: 회원에게 쪽지가 갑니다. 다른 직원이 담당하는 문의는 답하지 못합니다',
    body: z.strictObject({
      reason: Reason,
      answer: Text,
      version: IntInput.optional().meta({ description: 'Where it is given, an older one is refused' }),
    }),
    errors: [...errors, 'INQUIRY_REVIEWER'],
  }),
  inquiryNote: endpoint({
    ...step,
    path: '/api/console/contact/:id/note',
    summary: '메모 남기기: 직원만 봅니다. 담당자와 관계없이 남길 수 있고 문의는 그대로입니다',
    body: z.strictObject({ reason: Reason, text: Text }),
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  cannedList: endpoint({
    ...inbox,
    path: '/api/console/canned_answer',
    summary: '자주 쓰는 답',
    query: z.object({ page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(CannedAnswer),
  }),
  cannedCreate: endpoint({
    ...step,
    path: '/api/console/canned_answer',
    summary: '자주 쓰는 답 만들기',
    params: z.object({}),
    body: z.strictObject({ reason: Reason, title: z.string().trim().min(1).max(100), text: Text }),
    response: CannedAnswer,
    errors: [],
  }),
  cannedDelete: endpoint({
    ...step,
    path: '/api/console/canned_answer/:id/delete',
    summary: '자주 쓰는 답 지우기',
    body: z.strictObject({ reason: Reason }),
    response: z.object({ id: Id }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
