import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { listCut, listDays } from './list-cut.ts'
import { EpochMs, PageParam, pageOf, SizeParam } from './primitives.ts'

const paging = { page: PageParam.optional(), size: SizeParam.optional() }

/** How the calls to one of a site's providers fare, mails and messages to phones among them. */
export const ProviderHealth = z.object({
  provider: z.string(),
  breaker: z.enum(['CLOSED', 'HALF_OPEN', 'OPEN']).meta({ description: 'OPEN: it fails, and calls are held back' }),
  breakerSince: EpochMs.nullable(),
  barred: z
    .object({
      since: EpochMs.meta({ description: 'The newest that the backup knew' }),
      at: EpochMs,
      waiting: z.int().meta({ description: 'Payouts that are not over' }),
    })
    .nullable()
    .meta({
      description:
        'A backup was restored: nothing is paid by it until it was asked what was paid since; null: its payouts go on',
    }),
  waiting: z.int().meta({ description: 'Calls that are not over' }),
  unknown: z.int().meta({ description: 'Calls of which nobody knows what became of them' }),
  done: z.int().meta({ description: 'Within the last 24 hours' }),
  failed: z.int().meta({ description: 'Refused, given up or too late within the last 24 hours' }),
  p95Ms: z
    .int()
    .nullable()
    .meta({ description: '95 of 100 calls of the last 24 hours were over so long after they were made' }),
  hours: z
    .array(z.object({ done: z.int(), failed: z.int() }))
    .meta({ description: 'The last 24 hours, the oldest first; the newest ends now' }),
  lastDoneAt: EpochMs.nullable(),
  lastFailedAt: EpochMs.nullable(),
  lastError: z.string().nullable(),
  webhookAt: EpochMs.nullable().meta({ description: 'When it last told something' }),
  webhooksWaiting: z.int(),
  webhooksFaulty: z.int().meta({
    description:
      'What cannot be read or taken over as it is, and what it had no say in within the last 24 hours: a person looks at it',
  }),
})
export type ProviderHealth = z.infer<typeof ProviderHealth>

/** A call that leaves the house. What it says is not shown. */
export const OutgoingCall = z.object({
  id: z.string(),
  kind: z.enum(['payout', 'mail', 'sms', 'push', 'notice', 'alarm', 'provider-call']),
  provider: z.string(),
  state: z.enum(['QUEUED', 'SENDING', 'UNKNOWN', 'SENT', 'FAILED', 'DEAD', 'EXPIRED']),
  attempts: z.int(),
  nextAt: EpochMs,
  createdAt: EpochMs,
  closedAt: EpochMs.nullable(),
  lastError: z.string().nullable(),
})
export type OutgoingCall = z.infer<typeof OutgoingCall>

/** What a provider told. */
export const ReceivedEvent = z.object({
  provider: z.string(),
  event: z.string(),
  kind: z.string(),
  receivedAt: EpochMs,
  state: z.enum(['DONE', 'REFUSED', 'WAITING', 'FAULTY']).meta({
    description: 'REFUSED: taken over, and the house said no; WAITING: tried again; FAULTY: waits for a person',
  }),
  attempts: z.int(),
  note: z.string().nullable(),
  dispatchedAt: EpochMs.nullable(),
  body: z.string().meta({ description: 'JSON as it came, names and accounts masked' }),
})
export type ReceivedEvent = z.infer<typeof ReceivedEvent>

/** Webhooks that were refused in an hour for the same reason. Nothing of what they say was believed. */
export const RefusedWebhook = z.object({
  hourAt: EpochMs,
  provider: z.string(),
  fault: z.enum(['FORM', 'KEY', 'SIGNATURE', 'TIME', 'BODY', 'REPLAYED']).meta({
    description:
      'FORM: unsigned or signed in another form; KEY: a key that the site does not know; SIGNATURE: other bytes than were signed; TIME: signed too long ago or in the future; BODY: signed, and no event; REPLAYED: a nonce twice',
  }),
  count: z.int(),
  lastAt: EpochMs,
  lastIp: z.string(),
  lastBytes: z.int(),
  lastBody: z.string().meta({ description: 'JSON, names and accounts masked; empty where it is none' }),
})
export type RefusedWebhook = z.infer<typeof RefusedWebhook>

const read = { ...deskRead, permission: 'providers' } as const
const again = {
  ...desk,
  params: z.object({ id: z.string().min(1).max(80) }),
  body: z.strictObject({ reason: Reason }),
  response: OutgoingCall,
  errors: ['HISTORY_NOT_FOUND', 'CALL_NOT_RETRIED', 'PERMISSION_DENIED'],
} as const

export const consoleOutgoingEndpoints = {
  providerHealth: endpoint({
    ...read,
    path: '/api/console/provider/health',
    summary: '제공사 상태: 대기, 성공과 실패, 차단기, 받은 알림',
    response: z.array(ProviderHealth),
  }),
  payoutBarEnd: endpoint({
    ...desk,
    permission: 'suspense',
    params: z.object({}),
    path: '/api/console/provider/bar',
    summary: '복원 뒤 멈춘 지급 다시 열기: 제공사가 답할 수 없을 때, 증거와 함께, 두 사람이',
    body: z.strictObject({
      reason: Reason,
      provider: z.string().min(1).max(30),
      at: EpochMs.meta({ description: 'Which bar: `barred.at` of the provider' }),
      evidence: z.string().trim().min(1).max(100).meta({
        description: "What shows what was paid since the backup: the number of the provider's list or letter",
      }),
    }),
    response: Waiting,
    errors: ['HISTORY_NOT_FOUND', 'STALE_VERSION'],
  }),
  outgoingList: endpoint({
    ...read,
    path: '/api/console/outgoing',
    summary: '보내는 작업: 최근 것부터',
    query: z.object({
      view: z.enum(['ALL', 'OPEN', 'UNKNOWN', 'DEAD']).optional(),
      provider: z.string().max(30).optional(),
      ...listCut,
      ...paging,
    }),
    response: pageOf(OutgoingCall),
  }),
  webhookList: endpoint({
    ...read,
    path: '/api/console/webhook',
    summary: '받은 알림(웹훅): 최근 것부터',
    query: z.object({
      view: z.enum(['ALL', 'WAITING', 'FAULTY', 'REFUSED']).optional(),
      provider: z.string().max(30).optional(),
      q: z.string().trim().max(80).optional().meta({ description: 'How its name begins' }),
      ...listDays,
      ...paging,
    }),
    response: pageOf(ReceivedEvent),
  }),
  refusedWebhookList: endpoint({
    ...read,
    path: '/api/console/webhook/refused',
    summary: '거절한 알림(웹훅): 시간과 이유마다 센 수, 최근 30일',
    query: z.object({ ...paging }),
    response: pageOf(RefusedWebhook),
  }),
  outgoingAsk: endpoint({
    ...again,
    path: '/api/console/outgoing/:id/ask',
    summary: '제공사에 지금 물어보기: 보낸 적이 있으면 결과를 먼저 조회하며, 수동으로 다시 보내지 않습니다',
  }),
  outgoingRetry: endpoint({
    ...again,
    path: '/api/console/outgoing/:id/retry',
    summary: '포기한 메일·문자를 다시 보내기: 지급과 제공사 호출은 거절합니다',
  }),
}
