import { type Currency, consoleSuspenseEndpoints } from '@maru/contract'
import { payoutStateWord } from '@maru/contract/desk-words'
import { PAYOUT_RETENTION_MS, type PayoutRow, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { field, memberField, moneyText, type SecondPerson, timeText } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { maskName } from './masks.ts'

/** A payout of which its provider says nothing any more is ended by two persons who have seen what became of it. */
export function registerPayoutEnds(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  second.register({
    PAYOUT_END: {
      alone: 'payout',
      permission: 'suspense',
      fields: async ({ siteId, subjectId, payload }, tx) => {
        const payout = await payoutOf(tx, siteId, subjectId)
        return [
          await memberField(tx, siteId, Number(payload['memberId'])),
          field({ ko: '출금 신청', en: 'Withdrawal' }, null, `${subjectId}`),
          field({ ko: '계좌', en: 'Account' }, null, String(payload['account']) || '–'),
          field({ ko: '받는 사람', en: 'Payee' }, null, maskName(String(payload['payee']))),
          field(
            { ko: '지급액', en: 'Amount' },
            null,
            moneyText(BigInt(String(payload['amount'])), payload['currency'] as Currency),
          ),
          field({ ko: '제공사', en: 'Provider' }, null, String(payload['provider'])),
          field({ ko: '지급', en: 'Payout' }, null, `${payload['payoutId']} (${payload['key']})`),
          field({ ko: '송금 시각', en: 'Made at' }, null, timeText(Number(payload['madeAt']))),
          field(
            { ko: '결과', en: 'Outcome' },
            payout && payoutStateWord(payout.state),
            payoutStateWord(payload['isPaid'] === 1 ? 'CONFIRMED' : 'FAILED'),
          ),
          field({ ko: '증빙', en: 'Evidence' }, null, String(payload['evidence'])),
        ]
      },
      command: ({ payload }, of) => ({
        kind: 'endPayout',
        ...of,
        payoutId: Number(payload['payoutId']),
        outcome: payload['isPaid'] === 1 ? 'CONFIRMED' : 'FAILED',
        evidence: String(payload['evidence']),
      }),
    },
  })

  route(app, deps, consoleSuspenseEndpoints.payoutEnd, async ({ params, body, site, member, idempotency }) => {
    const [row, payout] = await deps.db.tenant(site.id, async (tx) => [
      (await select(tx, tables.dnw, 'where site_id = $1 and id = $2', [site.id, params.id]))[0],
      await payoutOf(tx, site.id, params.id),
    ])
    if (row === undefined || payout === null) throw new Refused('HISTORY_NOT_FOUND')
    if (payout.closedAt !== null) throw new Refused('STALE_VERSION')
    if (!isEndable(payout, deps.clocks.wall())) throw new Refused('PAYOUT_STILL_ASKED')
    const { reason, isPaid, evidence } = body
    return second.ask({
      siteId: site.id,
      staffId: member.memberId,
      key: idempotency.key,
      kind: 'PAYOUT_END',
      subjectId: params.id,
      payload: {
        payoutId: payout.id,
        memberId: row.memberId,
        account: row.account,
        payee: row.counterparty,
        amount: String(payout.amount),
        currency: payout.currency,
        provider: payout.provider,
        key: payout.key,
        madeAt: payout.createdAt,
        isPaid: isPaid ? 1 : 0,
        evidence,
      },
      reason,
    })
  })
}

/** Whether two persons may end it: it left, and its provider keeps its key no longer. */
export const isEndable = ({ state, closedAt, createdAt }: PayoutRow, now: number): boolean =>
  closedAt === null && state !== 'QUEUED' && now >= createdAt + PAYOUT_RETENTION_MS

async function payoutOf(tx: Tx, siteId: number, dnwId: number): Promise<PayoutRow | null> {
  const [payout] = await select(tx, tables.payouts, 'where site_id = $1 and dnw_id = $2', [siteId, dnwId])
  return payout ?? null
}
