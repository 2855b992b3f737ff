import { consoleP2pEndpoints, P2pState } from '@maru/contract'
import { walletWord } from '@maru/contract/desk-words'
import type { BothLanguages } from '@maru/contract/language'
import { type P2pOrderRow, p2pWire, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import {
  type ApprovalWork,
  field,
  memberField,
  moneyText,
  none,
  type SecondPerson,
  stale,
} from '../../approvals/index.ts'
import type { Deps } from '../../deps.ts'
import { deskList, p2pColumns } from '../../desk-lists/index.ts'
import { listOf } from '../../http/filters.ts'
import { Refused, route } from '../../http/index.ts'
import { type DatabaseRow, readerOf } from '../../journal/index.ts'
import { marksOf, withMember } from '../../members/marks.ts'
import type { Tx } from '../../ports.ts'
import { maskName } from '../masks.ts'
import { soughtOf } from '../sought.ts'
import { watchDisputes } from './dispute-alarm.ts'
import { p2pOrderById, statementsOf } from './store.ts'

const readOrder = readerOf(tables.p2pOrders)

/** By number, amount in won or coins, memo, reference of the payment, or payer. */
const searched = `(id = $5 or dnw_id = $5 or memo ilike $3 or reference ilike $3 or payer ilike $3 or merchant ilike $3
  or ($6::jsonb ->> 'KRW')::bigint = won or ($6::jsonb ->> 'USDT')::bigint = point or reference = $4)`

/** Disputes: CS looks at what both sides say and proposes, FINANCE agrees. */
export function registerP2pDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db } = deps
  watchDisputes(app, deps)
  second.register({ P2P_RELEASE: decided('RELEASE'), P2P_RETURN: decided('RETURN') })
  const orderOf = async (siteId: number, id: number): Promise<P2pOrderRow> => {
    const row = await db.tenant(siteId, (tx) => p2pOrderById(tx, siteId, id))
    if (row === null) throw new Refused('ORDER_NOT_FOUND')
    return row
  }

  deskList(app, deps, consoleP2pEndpoints.p2pDeskList, p2pColumns, ({ query, site }) => ({
    siteId: site.id,
    source: withMember(tables.p2pOrders.name, 'orders'),
    where: `site_id = $1 and ($2::text[] is null or state = any ($2))${query.q ? ` and ${searched}` : ''}`,
    order: 'id desc',
    time: 'created_at',
    values: [site.id, listOf(P2pState, query.statusStrs), ...(query.q ? soughtOf(query.q) : [])],
    shown: (rows: DatabaseRow[]) => rows.map((row) => ({ ...shown(readOrder(row)), marks: marksOf(row) })),
  }))

  route(app, deps, consoleP2pEndpoints.p2pDeskOne, async ({ params, site }) => {
    const row = await orderOf(site.id, params.id)
    const statements = await db.tenant(site.id, (tx) => statementsOf(tx, site.id, params.id))
    return {
      ...shown(row),
      statements: statements.map(({ id, teller, text, fileIds, at }) => ({
        id,
        teller,
        text,
        fileIds: [...fileIds],
        at,
      })),
    }
  })

  // Only what its member sent along with this dispute.
  route(app, deps, consoleP2pEndpoints.p2pDeskFile, async ({ params, site }) => {
    const [file] = await db.tenant(site.id, (tx) =>
      tx.query<{ type: string; name: string; bytes: Buffer }>(
        `select f.type, f.name, f.bytes from member_file f
          where f.site_id = $1 and f.id = $3 and exists (
            select from p2p_statement s where s.site_id = $1 and s.order_id = $2 and s.member_id = f.member_id
               and s.file_ids @> to_jsonb(f.id))`,
        [site.id, params.id, params.fileId],
      ),
    )
    if (file === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return { type: file.type, name: file.name, data: file.bytes.toString('base64') }
  })

  route(app, deps, consoleP2pEndpoints.p2pDecide, async ({ params, body, site, member, idempotency }) => {
    const { reason, version, decision } = body
    const row = await orderOf(site.id, params.id)
    if (row.state !== 'DISPUTED' || row.rev !== version)
      throw stale([[{ ko: '거래', en: 'Order' }, stateWords[row.state]]])
    if (await db.system((tx) => isForOtherCs(tx, row, member.memberId))) throw new Refused('P2P_ESCALATED')
    return second.ask({
      siteId: site.id,
      staffId: member.memberId,
      key: idempotency.key,
      kind: decision === 'RELEASE' ? 'P2P_RELEASE' : 'P2P_RETURN',
      subjectId: params.id,
      payload: { version },
      reason,
    })
  })
}

/**
 * Whether a late dispute is for another CS: `staffId` proposed its decision before it was late, and a CS of the site is there who did not.
 * A house with one CS leaves it to him, and to FINANCE.
 */
async function isForOtherCs(tx: Tx, { siteId, id, escalatedAt }: P2pOrderRow, staffId: number): Promise<boolean> {
  if (escalatedAt === null) return false
  const rows = await tx.query(
    `with proposer as (
       select requested_by as id from approval
        where site_id = $1 and kind in ('P2P_RELEASE', 'P2P_RETURN') and subject_id = $2 and created_at < $4)
     select from staff
      where $3 in (select id from proposer) and role = 'CS' and disabled_at is null and $1 = any (site_ids)
        and member_id not in (select id from proposer) limit 1`,
    [siteId, id, staffId, escalatedAt],
  )
  return rows.length > 0
}

const stateWords: Readonly<Record<P2pState, BothLanguages>> = {
  OPEN: { ko: '열림', en: 'Open' },
  ESCROWED: { ko: '입금 대기', en: 'Awaiting payment' },
  PAID: { ko: '입금 알림', en: 'Said to be paid' },
  RELEASED: { ko: '지급됨', en: 'Released' },
  CANCELED: { ko: '취소됨', en: 'Cancelled' },
  EXPIRED: { ko: '만료', en: 'Expired' },
  DISPUTED: { ko: '분쟁', en: 'Disputed' },
}

const sideWords: Readonly<Record<P2pOrderRow['side'], BothLanguages>> = {
  BUY: { ko: '회원이 구매', en: 'The member buys' },
  SELL: { ko: '회원이 판매', en: 'The member sells' },
}

/** A dispute is open while it waits: the core knows its order. */
const decided = (decision: 'RELEASE' | 'RETURN'): ApprovalWork => ({
  alone: 'dispute',
  permission: 'disputes',
  internal: ['version'],
  amount: async ({ siteId, subjectId }, tx) => {
    const row = await p2pOrderById(tx, siteId, subjectId)
    return row === null ? null : { amount: row.won, currency: 'KRW' }
  },
  fields: async ({ siteId, subjectId }, tx) => {
    const row = await p2pOrderById(tx, siteId, subjectId)
    if (row === null) throw new Refused('ORDER_NOT_FOUND')
    return [
      field(
        { ko: '거래', en: 'Order' },
        stateWords[row.state],
        decision === 'RELEASE'
          ? { ko: '회원에게 지급', en: 'Pay the member' }
          : { ko: '상인에게 반환', en: 'Return to the merchant' },
      ),
      await memberField(tx, siteId, row.memberId),
      field({ ko: '방향', en: 'Side' }, null, sideWords[row.side]),
      field({ ko: '상인', en: 'Merchant' }, null, `${row.merchant} (${row.merchantId})`),
      field({ ko: '금액', en: 'Amount' }, null, moneyText(row.won, 'KRW')),
      field({ ko: '코인', en: 'Coins' }, null, moneyText(row.point, 'USDT')),
      field(
        { ko: '보관 중인 코인', en: 'Coins set aside' },
        null,
        row.escrow > 0n ? moneyText(row.escrow, 'USDT') : { ko: '없음', en: 'None' },
      ),
      field({ ko: '지갑', en: 'Wallet' }, null, walletWord(row.walletType)),
      field({ ko: '보낸 사람', en: 'Payer' }, null, maskName(row.payer)),
      field({ ko: '메모', en: 'Memo' }, null, row.memo || none),
      field({ ko: '입금 번호', en: 'Reference of the payment' }, null, row.reference || none),
    ]
  },
  command: ({ subjectId, payload }, of) => {
    const version = Number(payload['version'])
    return { kind: 'p2pDecide', ...of, orderId: subjectId, closed: null, decision, version }
  },
})

const shown = (row: P2pOrderRow) => ({
  ...p2pWire(row),
  memberId: row.memberId,
  name: maskName(row.payer),
  version: row.rev,
  escalatedAt: row.escalatedAt,
})
