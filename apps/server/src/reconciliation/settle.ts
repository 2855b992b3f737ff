import { type Currency, consoleReconcileEndpoints, type SettleAs } from '@maru/contract'
import { lineKindWord, reasonWord, settleWords } from '@maru/contract/desk-words'
import { inEach, wordingIn } from '@maru/contract/language'
import type { Account } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { type About, field, moneyText, type Payload, type SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { refuseWorthAbove } from '../money/index.ts'
import type { Tx } from '../ports.ts'
import {
  type BreakKey,
  findBreak,
  houseAccountOf,
  releaseBreak,
  type StatementBreak,
  takeBreak,
} from '../statements/index.ts'

/** Breaks that time does not heal: two persons say what the difference is, and a posting takes it over. */
export function registerSettlements(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db } = deps
  second.register({
    BREAK_SETTLE: {
      permission: 'treasury',
      fields: async ({ siteId, payload }, tx) => {
        const found = await findBreak(tx, siteId, keyOf(payload))
        if (found === null) throw new Refused('HISTORY_NOT_FOUND')
        return fieldsOf(payload, found)
      },
      amount: ({ payload }) => sumOf(payload),
      async check(row, { member }) {
        const { siteId, id, payload } = row
        await refuseWorthAbove(deps, { siteId, member }, 'HOUSE', sumOf(payload))
        await db.system(async (tx) => {
          const key = keyOf(payload)
          const found = await findBreak(tx, siteId, key)
          const isSame = found !== null && found.gap === BigInt(String(payload['amount']))
          if (!isSame || !(await takeBreak(tx, siteId, id, key))) throw new Refused('STALE_VERSION')
        })
      },
      refused: ({ siteId, id }) => db.system((tx) => releaseBreak(tx, siteId, id)),
      command: ({ payload }, of) => {
        const { provider, currency, line, postingId } = keyOf(payload)
        const cause = payload['as'] as SettleAs
        const place = { account: houseAccountOf(provider) as Account, sub: String(payload['sub']) }
        return {
          kind: 'settleBreak',
          ...of,
          ...{ cause, provider, currency, postingId, amount: BigInt(String(payload['amount'])) },
          place: cause === 'NAME' ? null : place,
          lineKind: line?.kind ?? '',
          providerRef: line?.providerRef ?? '',
          requestId: payload['requestId'] === undefined ? null : Number(payload['requestId']),
        }
      },
    },
  })

  route(app, deps, consoleReconcileEndpoints.breakSettle, async ({ body, site, member, idempotency: { key } }) => {
    const { provider, currency, line, postingId, reason } = body
    if (line === undefined && postingId === undefined) throw new Refused('INVALID_REQUEST', { key: 'line' })
    const payload = await db.system(async (tx): Promise<Payload> => {
      const of = {
        ...{ provider, currency, as: body.as },
        ...(line && { lineKind: line.kind, providerRef: line.providerRef }),
        ...(postingId !== undefined && { postingId }),
      }
      const found = await findBreak(tx, site.id, keyOf(of))
      if (found === null) throw new Refused('HISTORY_NOT_FOUND')
      // Where both sides say the same only a name is missing, and where they do not a name helps nothing.
      if ((found.gap === 0n) !== (body.as === 'NAME')) throw new Refused('INVALID_REQUEST', { key: 'as' })
      const sub = found.sub ?? body.sub ?? (await onlyBankOf(tx, site.id, provider))
      if (sub === null) throw new Refused('INVALID_REQUEST', { key: 'sub' })
      const { movement } = found
      const completes = movement?.reason === 'DEPOSIT' && movement.refId !== null
      return { ...of, sub, amount: String(found.gap), ...(completes && { requestId: movement.refId }) }
    })
    await refuseWorthAbove(deps, { siteId: site.id, member }, 'HOUSE', sumOf(payload))
    const of = { siteId: site.id, staffId: member.memberId, key, reason }
    return second.ask({ ...of, kind: 'BREAK_SETTLE', subjectId: member.memberId, payload })
  })
}

function keyOf(payload: Payload): BreakKey {
  const { provider, currency, lineKind, providerRef, postingId } = payload
  return {
    provider: String(provider),
    currency: String(currency),
    line:
      providerRef === undefined
        ? null
        : { kind: String(lineKind) as NonNullable<BreakKey['line']>['kind'], providerRef: String(providerRef) },
    postingId: postingId === undefined ? null : Number(postingId),
  }
}

function sumOf(payload: Payload): { readonly currency: Currency; readonly amount: bigint } {
  const amount = BigInt(String(payload['amount']))
  return { currency: String(payload['currency']) as Currency, amount: amount < 0n ? -amount : amount }
}

/** The account of a bank where a site has only one; providers have one each, named as they are; of coins nobody knows the network. */
async function onlyBankOf(tx: Tx, siteId: number, provider: string): Promise<string | null> {
  if (provider !== 'bank') return provider === 'coin' ? null : provider
  const rows = await tx.query<{ sub: string }>('select distinct sub from house_bank where site_id = $1', [siteId])
  return rows.length === 1 ? (rows[0]?.sub ?? null) : null
}

/** Both sides, what is between them, and what it becomes. */
function fieldsOf(payload: About['payload'], { line, movement }: StatementBreak) {
  const currency = String(payload['currency']) as Currency
  const money = (amount: bigint) => moneyText(amount, currency)
  const provider = String(payload['provider'])
  return [
    field({ ko: '제공사', en: 'Provider' }, null, `${provider} ${currency}`),
    ...(line === null
      ? []
      : [
          field(
            { ko: '명세의 줄', en: 'Line of the statement' },
            null,
            inEach((language) => `${wordingIn(lineKindWord(line.kind), language)} ${payload['providerRef']}`),
          ),
          field({ ko: '명세 금액', en: 'Amount in the statement' }, null, line.isGone ? gone : money(line.amount)),
          field({ ko: '명세 수수료', en: 'Fee in the statement' }, null, line.isGone ? gone : money(line.fee)),
        ]),
    ...(movement === null
      ? []
      : [
          field(
            { ko: '원장의 거래', en: 'Movement in the ledger' },
            null,
            inEach(
              (language) =>
                `${wordingIn(reasonWord(movement.reason), language)} ${movement.refId ?? ''} (${payload['postingId'] ?? '–'})`,
            ),
          ),
          field({ ko: '원장 금액', en: 'Booked amount' }, null, money(movement.amount)),
          field({ ko: '원장 수수료', en: 'Booked fee' }, null, money(movement.fee)),
        ]),
    ...(payload['requestId'] === undefined
      ? []
      : [
          field({ ko: '입금 신청', en: 'Money of the deposit' }, null, {
            ko: `${payload['requestId']}: 더 기다리지 않습니다`,
            en: `${payload['requestId']}: expected no more`,
          }),
        ]),
    field({ ko: '차이', en: 'Difference' }, money(BigInt(String(payload['amount']))), money(0n)),
    field({ ko: '정리', en: 'Settled as' }, null, settleWords[payload['as'] as SettleAs]),
    field({ ko: '하우스 계정', en: 'House account' }, null, `${houseAccountOf(provider)} ${String(payload['sub'])}`),
  ]
}

const gone = { ko: '명세에서 사라짐', en: 'Gone from the statement' }
