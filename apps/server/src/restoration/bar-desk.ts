import { consoleOutgoingEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { field, type SecondPerson, timeText } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { openBars } from './bars.ts'

/** A provider that cannot state what it paid since the backup is let go on by two persons who have seen it elsewhere. */
export function registerBarDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db } = deps
  second.register({
    PAYOUT_BAR: {
      alone: 'payout bar',
      item: ['provider'],
      permission: 'suspense',
      fields: async ({ siteId, payload }, tx) => [
        field({ ko: '제공사', en: 'Provider' }, null, String(payload['provider'])),
        field({ ko: '백업 시점', en: 'Backup of' }, null, timeText(Number(payload['since']))),
        field({ ko: '복원', en: 'Restored' }, null, timeText(Number(payload['barredAt']))),
        field(
          { ko: '대기 중인 지급', en: 'Payouts that wait' },
          null,
          String(await waitingAt(tx, siteId, String(payload['provider']))),
        ),
        field({ ko: '지급', en: 'Payouts' }, { ko: '중단', en: 'Stopped' }, { ko: '다시 진행', en: 'Go on' }),
        field({ ko: '증빙', en: 'Evidence' }, null, String(payload['evidence'])),
      ],
      command: ({ payload }, of) => ({
        kind: 'endPayoutBar',
        ...of,
        provider: String(payload['provider']),
        barredAt: Number(payload['barredAt']),
      }),
    },
  })

  route(app, deps, consoleOutgoingEndpoints.payoutBarEnd, async ({ body, site, member, idempotency: { key } }) => {
    const { reason, provider, at, evidence } = body
    const bar = (await db.system(openBars)).find((one) => one.siteId === site.id && one.provider === provider)
    if (bar === undefined) throw new Refused('HISTORY_NOT_FOUND')
    if (bar.barredAt !== at) throw new Refused('STALE_VERSION')
    const payload = { provider, since: bar.since, barredAt: at, evidence }
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: member.memberId }
    return second.ask({ ...of, kind: 'PAYOUT_BAR', payload })
  })
}

async function waitingAt(tx: Tx, siteId: number, provider: string): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    'select count(*) from payout where site_id = $1 and provider = $2 and closed_at is null',
    [siteId, provider],
  )
  return Number(row?.count ?? 0)
}
