import { z } from 'zod'
import { deskRead } from './console-dnw.ts'
import { Line } from './console-risk.ts'
import { endpoint } from './endpoint.ts'
import { Decimal, EpochMs, Id } from './primitives.ts'

/** What waits of one kind: how many, what they come to in KRW, and since when the oldest does. */
const Queue = z.object({ count: z.int(), won: Decimal, oldestAt: EpochMs.nullable() })
const Flow = z.object({ count: z.int(), won: Decimal })

/** What a person has to look at. */
export const OverviewTask = z.object({
  kind: z
    .enum([
      'WITHDRAWAL',
      'DEPOSIT',
      'APPROVAL',
      'SUSPENSE',
      'DISPUTE',
      'DISPUTE_LATE',
      'PAUSED',
      'STOPPED',
      'UNCONFIRMED',
      'PROVIDER',
      'JOB',
    ])
    .meta({
      description:
        'PAUSED: withdrawals wait because the ledger did not balance, and the id is the site’s; STOPPED: an emergency stop stands, UNCONFIRMED: nobody has confirmed it yet; PROVIDER: it fails, or a payout by it was given up; JOB: scheduled work failed; DISPUTE_LATE: nobody decided it for 72 h, so that another CS and FINANCE are to',
    }),
  id: Id.meta({ description: 'Of PROVIDER and JOB the site’s' }),
  name: z.string().nullable().meta({ description: 'What is stopped, the provider or the job; null of any other' }),
  won: Decimal.nullable(),
  flags: z.int().meta({ description: 'How many things are odd' }),
  at: EpochMs,
})
export type OverviewTask = z.infer<typeof OverviewTask>

export const Overview = z.object({
  at: EpochMs,
  deposits: Queue,
  withdrawals: Queue.meta({ description: 'Without those that their members may still cancel' }),
  approvals: z.int(),
  suspense: z.int(),
  disputes: z.int(),
  lines: z.int().meta({ description: 'Imported lines that wait for a person who did not import them' }),
  contacts: z.int().meta({ description: 'Inquiries that wait for an answer' }),
  chats: z.int().meta({ description: 'Members who wait for a live chat' }),
  tasks: z
    .array(OverviewTask)
    .meta({ description: 'What the caller may read: what stands still or fails, then the oldest first; 20 at most' }),
  todayIn: Flow.meta({ description: 'Deposits completed since 00:00 KST' }),
  todayOut: Flow,
  members: z.object({
    online: z.int().meta({ description: 'Members with a session that was used in the last 15 minutes' }),
    waiting: z.int().meta({ description: 'Sign-ups that wait for an approval' }),
    joinedToday: z.int(),
    total: z.int(),
  }),
  onlineHour: z.array(z.object({ at: EpochMs, value: z.int() })).meta({
    description:
      'Members online each minute of the last hour, since the start of the server at most; the newest is of now',
  }),
  health: z.array(z.object({ name: z.string(), problem: z.string().nullable() })),
})
export type Overview = z.infer<typeof Overview>

/** What the house earned on a line in the hours of a period, and what it took as fees beside. */
export const HouseLine = z.object({
  line: Line,
  currency: z.enum(['KRW', 'USDT']),
  result: Decimal.meta({
    description: 'Of the members’ gains and losses, funding and nights; above 0 the house gained',
  }),
  fees: Decimal,
  won: z.array(z.int()).nullable().meta({
    description: 'The result of each hour in KRW, at the price of now; null: no price is known',
  }),
})
export type HouseLine = z.infer<typeof HouseLine>

export const HouseTrend = z.object({
  from: EpochMs.meta({ description: 'When the first hour begins: 00:00 KST' }),
  lines: z.array(HouseLine),
  flows: z
    .array(z.object({ in: z.int(), out: z.int() }))
    .meta({ description: 'Deposits and withdrawals that were completed, KRW by the hour' }),
  net: z.array(z.object({ at: EpochMs, won: z.int() })).meta({
    description:
      'Longs less shorts of members, KRW, each minute of the last hour, since the start of the server at most',
  }),
})
export type HouseTrend = z.infer<typeof HouseTrend>

/** What waits on a site, and how its day goes. */
export const SiteOverview = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  online: z.int(),
  deposits: z.int(),
  withdrawals: z.int(),
  approvals: z.int(),
  others: z.int().meta({ description: 'Unmatched deposits, disputes, imported lines, inquiries and chats' }),
  oldestAt: EpochMs.nullable().meta({ description: 'Since when the oldest of what a person has to look at waits' }),
  todayIn: Decimal,
  todayOut: Decimal,
})
export type SiteOverview = z.infer<typeof SiteOverview>

export const consoleOverviewEndpoints = {
  siteOverviews: endpoint({
    ...deskRead,
    permission: 'overview',
    path: '/api/console/overview/site',
    summary: '내 사이트 모두: 기다리는 일과 오늘의 입출금',
    response: z.array(SiteOverview),
  }),
  houseTrend: endpoint({
    ...deskRead,
    permission: 'results',
    path: '/api/console/overview/trend',
    summary: '하우스 손익, 입출금, 순노출의 흐름: 오늘이나 7일의 시간마다',
    query: z.object({ days: z.enum(['1', '7']).optional() }),
    response: HouseTrend,
    errors: ['TRY_AGAIN_LATER'],
  }),
  overview: endpoint({
    ...deskRead,
    permission: 'overview',
    path: '/api/console/overview',
    summary: '현황: 사람이 확인할 일, 오늘의 입출금, 접속 회원, 시스템',
    response: Overview,
  }),
}
