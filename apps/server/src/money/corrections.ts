import { consoleSuspenseEndpoints, WalletType, walletCurrency } from '@maru/contract'
import { walletWord } from '@maru/contract/desk-words'
import { type DnwRow, parseMinor, type RowOf, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { field, memberField, moneyText, type SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { select } from '../journal/index.ts'
import { txnPostings } from '../ledger/index.ts'
import type { Tx } from '../ports.ts'
import { balanceField, boundField, walletMoney } from './balance-fields.ts'

type Posting = RowOf<typeof tables.postings>

/** A deposit that was credited to a member, with where its money came from. */
interface Credit {
  readonly posting: Posting
  readonly row: DnwRow
  /** It had come: it is somebody's, and waits in suspense for him once it is taken back. */
  readonly hasOwner: boolean
}

/** Cash that was credited by mistake is taken back from the line of the ledger that did it: once, by two persons. */
export function registerCorrections(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  second.register({
    CASH_DEDUCT: {
      alone: 'posting',
      permission: 'suspense',
      fields: async ({ siteId, subjectId, payload }, tx) => {
        const type = WalletType.parse(payload['walletType'])
        const currency = walletCurrency[type]
        const memberId = Number(payload['memberId'])
        const { posted } = await walletMoney(tx, { siteId, memberId, type })
        const point = BigInt(String(payload['point']))
        const taken = point < posted ? point : posted
        const money = (part: string) => moneyText(BigInt(String(payload[part])), currency)
        return [
          await memberField(tx, siteId, memberId),
          field({ ko: '지갑', en: 'Wallet' }, null, walletWord(type)),
          field({ ko: '원장 기록', en: 'Ledger entry' }, null, `${subjectId}`),
          field({ ko: '거래', en: 'Transaction' }, null, String(payload['txnId'])),
          field({ ko: '입금 신청', en: 'Deposit' }, null, String(payload['requestId'])),
          field({ ko: '입금자', en: 'Payer' }, null, String(payload['payer']) || '–'),
          field(
            { ko: '바로잡음', en: 'Corrected' },
            (await isCorrected(tx, siteId, subjectId)) ? { ko: '예', en: 'Yes' } : { ko: '아니요', en: 'No' },
            { ko: '예', en: 'Yes' },
          ),
          field({ ko: '들어간 금액', en: 'Credited' }, null, money('credited')),
          field({ ko: '되돌릴 금액', en: 'Taken back' }, null, money('point')),
          ...boundField(taken, point, currency),
          balanceField(walletWord(type), posted, posted - taken, currency),
          field({ ko: '사용가능 금액이 부족하면', en: 'If less is available' }, null, {
            ko: '있는 만큼만 되돌리고, 나머지는 하우스 손실이 되며 출금이 동결됩니다',
            en: 'What is there is taken back; the remainder is a loss of the house, and withdrawals are frozen',
          }),
          field(
            { ko: '하우스 계정', en: 'House account' },
            null,
            `${payload['houseAccount']} ${payload['houseSub']}`.trim(),
          ),
          field(
            { ko: '되돌린 금액', en: 'The money then' },
            null,
            payload['hasOwner'] === 1
              ? { ko: '주인을 찾을 때까지 미확인 입금으로 둡니다', en: 'Waits for its owner as unmatched money' }
              : { ko: '하우스 계정으로 돌아갑니다', en: 'Returns to the house account' },
          ),
        ]
      },
      command: ({ subjectId, payload }, of) => ({
        kind: 'deductCash',
        ...of,
        memberId: Number(payload['memberId']),
        walletType: WalletType.parse(payload['walletType']),
        postingId: subjectId,
        requestId: Number(payload['requestId']),
        credited: BigInt(String(payload['credited'])),
        point: BigInt(String(payload['point'])),
        houseAccount: payload['houseAccount'] as DnwRow['houseAccount'],
        houseSub: String(payload['houseSub']),
        owner:
          payload['hasOwner'] === 1 ? { reference: `D${payload['requestId']}`, payer: String(payload['payer']) } : null,
      }),
    },
  })

  route(app, deps, consoleSuspenseEndpoints.ledgerDeduct, async ({ params, body, site, member, idempotency }) => {
    const { posting, row, hasOwner, isTaken } = await deps.db.tenant(site.id, async (tx) => ({
      ...(await creditOf(tx, site.id, params.id, body.postingId)),
      isTaken: await isCorrected(tx, site.id, body.postingId),
    }))
    if (isTaken) throw new Refused('LINE_NOT_CORRECTABLE')
    const point = body.point === undefined ? posting.amount : parseMinor(body.point, posting.currency)
    if (point === null || point <= 0n || point > posting.amount) throw new Refused('INVALID_REQUEST', { key: 'point' })
    const { memberId, walletType, houseAccount, houseSub, counterparty } = row
    return second.ask({
      siteId: site.id,
      staffId: member.memberId,
      key: idempotency.key,
      kind: 'CASH_DEDUCT',
      subjectId: posting.id,
      payload: {
        txnId: params.id,
        memberId,
        walletType,
        credited: String(posting.amount),
        point: String(point),
        houseAccount,
        houseSub,
        hasOwner: hasOwner ? 1 : 0,
        requestId: row.id,
        payer: counterparty,
      },
      reason: body.reason,
    })
  })
}

/** Throws `Refused` where the line is there no more, or is no deposit in cash. */
async function creditOf(tx: Tx, siteId: number, txnId: number, postingId: number): Promise<Credit> {
  const sides = await txnPostings(tx, siteId, txnId)
  const posting = sides.find(({ id }) => id === postingId)
  if (posting === undefined) throw new Refused('HISTORY_NOT_FOUND')
  const { account, amount, reason, refId } = posting
  const [row] = refId === null ? [] : await select(tx, tables.dnw, 'where site_id = $1 and id = $2', [siteId, refId])
  if (account !== 'MEMBER' || amount <= 0n || reason !== 'DEPOSIT' || row?.type !== 'D')
    throw new Refused('LINE_NOT_CORRECTABLE')
  return { posting, row, hasOwner: sides.some((side) => side.account === 'DEPOSIT_SUSPENSE') }
}

async function isCorrected(tx: Tx, siteId: number, postingId: number): Promise<boolean> {
  const rows = await tx.query('select 1 from cash_correction where site_id = $1 and posting_id = $2', [
    siteId,
    postingId,
  ])
  return rows.length > 0
}
