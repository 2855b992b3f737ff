import { consoleP2pEndpoints, P2pState } from '@maru/contract'
import { type P2pOrderRow, p2pWire, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { ApprovalWork, SecondPerson } from '../../approvals/index.ts'
import type { Deps } from '../../deps.ts'
import { listOf, pageAnswer, pageOfQuery } from '../../http/filters.ts'
import { Refused, route } from '../../http/index.ts'
import { foundIn } from '../../trading/index.ts'
import { maskName } from '../masks.ts'
import { p2pOrderById, statementsOf } from './store.ts'

/** Disputes: CS looks at what both sides say and proposes, FINANCE agrees. */
export function registerP2pDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db } = deps
  second.register({ P2P_RELEASE: decided('RELEASE'), P2P_RETURN: decided('RETURN') })
  const orderOf = async (siteId: number, id: number): Promise<P2pOrderRow> => {
    const row = await db.tenant(siteId, (tx) => p2pOrderById(tx, siteId, id))
    if (row === null) throw new Refused('ORDER_NOT_FOUND')
    return row
  }

  route(app, deps, consoleP2pEndpoints.p2pDeskList, async ({ query, site }) => {
    const asked = pageOfQuery({ ...query, resultType: 'Page' })
    if (asked === null) throw new Error('a list of the console is a page')
    const states = listOf(P2pState, query.statusStrs)
    const where = 'site_id = $1 and ($2::text[] is null or state = any ($2))'
    const { rows, total } = await db.tenant(site.id, (tx) =>
      foundIn(tx, tables.p2pOrders, where, 'id desc', [site.id, states], { ...asked, isCounted: true }),
    )
    return pageAnswer(asked, rows.map(shown), total ?? 0)
  })

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
    if (row.state !== 'DISPUTED' || row.rev !== version) throw new Refused('STALE_VERSION')
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

/** A dispute is open while it waits: the core knows its order. */
const decided = (decision: 'RELEASE' | 'RETURN'): ApprovalWork => ({
  permission: 'disputes',
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
})
